""".NET: the dotnet command, NuGet, MSBuild."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("dotnet", "nuget", "msbuild"),
        docs="https://learn.microsoft.com/en-us/nuget/consume-packages/managing-the-global-packages-and-cache-folders",
        paths=(
            ProgramPath(
                "installed packages", placed("~/.nuget/packages", windows="~/.nuget/packages"), relocate="NUGET_PACKAGES", warm=True
            ),
            ProgramPath(
                "downloads",
                placed("~/.local/share/NuGet/http-cache", windows="~/AppData/Local/NuGet/v3-cache"),
                relocate="NUGET_HTTP_CACHE_PATH",
                warm=True,
            ),
            ProgramPath(
                "what plugins answered",
                placed("~/.local/share/NuGet/plugins-cache", windows="~/AppData/Local/NuGet/plugins-cache"),
                relocate="NUGET_PLUGINS_CACHE_PATH",
            ),
            ProgramPath("project templates", placed("~/.templateengine", windows="~/.templateengine"), relocate="DOTNET_CLI_HOME"),
        ),
        hosts_from=("dotnet nuget list source", "nuget.config: packageSources"),
        sockets=("$TMPDIR/MSBuild<pid>", "$TMPDIR/CoreFxPipe_*"),
        proxy="always since .NET Core 3.0 (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY)",
        flags=(
            Flag("unix-socket", "-nodeReuse:false -m:1", "builds in one process, without MSBuild's pipes"),
            Flag("unix-socket", "DOTNET_CLI_USE_MSBUILD_SERVER=0", "builds without the MSBuild server"),
            Flag("write", "DOTNET_CLI_HOME", "moves the command's own home, which also holds its tools"),
        ),
        installs=(Installs("tool install -g", "install it into the project: `dotnet new tool-manifest`, then `dotnet tool install …`"),),
    ),
)
