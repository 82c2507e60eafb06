"""Cloud and forge command lines: their folders hold log-ins, so that moving them is the way, not opening them."""

from __future__ import annotations

from advisor.model import Flag, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("aws",),
        docs="https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-envvars.html",
        hosts_from=("aws configure get region",),
        proxy="always (HTTPS_PROXY, NO_PROXY)",
        flags=(Flag("write", "AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE", "name other files for settings and log-ins"),),
    ),
    Program(
        names=("gcloud", "gsutil", "bq"),
        docs="https://cloud.google.com/sdk/docs/configurations",
        proxy="by its own proxy/ properties, and the CLOUDSDK_PROXY variables",
        flags=(Flag("write", "CLOUDSDK_CONFIG", "moves the folder of its settings and log-ins"),),
    ),
    Program(
        names=("az",),
        docs="https://learn.microsoft.com/en-us/cli/azure/azure-cli-configuration",
        proxy="always (HTTPS_PROXY)",
        flags=(Flag("write", "AZURE_CONFIG_DIR", "moves the folder of its settings and log-ins"),),
    ),
    Program(
        names=("gh",),
        docs="https://cli.github.com/manual/gh_help_environment",
        paths=(
            ProgramPath("answers of the API", placed("~/.cache/gh", windows="~/AppData/Local/GitHub CLI")),
            ProgramPath("state", placed("~/.local/state/gh")),
        ),
        hosts_from=("gh auth status",),
        proxy="always (HTTPS_PROXY)",
    ),
    Program(
        names=("terraform", "tofu"),
        docs="https://developer.hashicorp.com/terraform/cli/config/config-file#provider-plugin-cache",
        hosts_from=(".terraform.lock.hcl: provider", "terraform providers"),
        proxy="always (HTTPS_PROXY)",
        flags=(Flag("write", "TF_PLUGIN_CACHE_DIR", "names the folder of downloaded providers"),),
    ),
    Program(
        names=("pulumi",),
        docs="https://www.pulumi.com/docs/iac/cli/environment-variables/",
        proxy="always (HTTPS_PROXY)",
        flags=(Flag("write", "PULUMI_HOME", "moves the folder of its plugins and log-ins"),),
    ),
)
