"""Workflows and pipelines."""

from tests.suggest.saying import says

WORKFLOW = (
    "jobs:\n  a:\n    services:\n      redis:\n        ports:\n          - 6379:6379\n"
    "    env:\n      PIP_INDEX_URL: https://index.example/simple\n"
    "    steps:\n      - run: npm ci\n      - name: x\n        run: |\n          # why\n          npm test\n"
    "      - run: [x]\n      - uses: a/b@v1\n"
)


def test_commands_services_and_indexes():
    assert says({".github/workflows/ci.yml": WORKFLOW}) == [
        "6 ci asks local-connect 127.0.0.1:6379 direct",
        "8 ci asks connect index.example:443 proxy",
        "10 ci runs npm ci",
        "13 ci runs # why",
        "14 ci runs npm test",
    ]


def test_scripts_as_lists():
    assert says({".gitlab-ci.yml": "test:\n  script:\n    - npm ci\n    - npm test\n"}) == ["3 ci runs npm ci", "4 ci runs npm test"]


def test_a_tab_breaks_it():
    assert says({".gitlab-ci.yml": "\tx: y\n"}) == ["1 broken it is not YAML: a tab where only spaces may stand"]
