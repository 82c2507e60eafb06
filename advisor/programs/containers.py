"""Containers and clusters: whoever can talk to their services can do anything on the machine."""

from __future__ import annotations

from advisor.model import Flag, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("docker", "docker-compose", "docker-buildx"),
        docs="https://docs.docker.com/reference/cli/docker/#environment-variables",
        sockets=("/var/run/docker.sock", "~/.docker/run/docker.sock", "~/.orbstack/run/docker.sock", "~/.colima/default/docker.sock"),
        flags=(Flag("write", "DOCKER_CONFIG", "moves the folder of its settings and registry log-ins"),),
    ),
    Program(
        names=("podman", "buildah"),
        docs="https://docs.podman.io/en/latest/markdown/podman.1.html",
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
        sockets=("/run/user/<uid>/podman/podman.sock",),
    ),
    Program(
        names=("kubectl",),
        docs="https://kubernetes.io/docs/reference/kubectl/kubectl/",
        hosts_from=("kubectl config view: clusters.cluster.server",),
        proxy="always (HTTPS_PROXY, NO_PROXY)",
        flags=(Flag("write", "--cache-dir .cache/kubectl", "keeps its cache in the project"),),
    ),
    Program(
        names=("helm",),
        docs="https://helm.sh/docs/helm/helm/",
        paths=(
            ProgramPath(
                "downloaded charts",
                placed(linux="~/.cache/helm", macos="~/Library/Caches/helm", windows="~/AppData/Local/Temp/helm"),
                relocate="HELM_CACHE_HOME",
                warm=True,
            ),
        ),
        hosts_from=("helm repo list",),
        proxy="always (HTTPS_PROXY)",
    ),
)
