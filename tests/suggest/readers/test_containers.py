"""Dockerfiles and compose files."""

from tests.suggest.saying import says


def test_a_dockerfile_needs_its_daemon():
    assert says({"Dockerfile": "# syntax=x\nFROM a\n"}) == ["2 setup runs docker build ."]
    assert says({"docker/Dockerfile.dev": "from a\n"}) == ["1 setup runs docker build . in docker"]
    assert says({"Dockerfile": "# nothing\n"}) == []


def test_a_compose_file_names_the_services_that_are_reached():
    text = (
        "services:\n  db:\n    image: postgres\n    ports:\n      - '5433:5432'\n  web:\n    ports:\n      - 8080:80\n"
        "      - ${PG:-6380}:6379\n    environment:\n      URL: postgresql://db:5432/x\n      OTHER: redis://cache.shop.example/0\n"
    )
    assert says({"compose.yaml": text}) == [
        "1 setup runs docker compose up",
        "5 setup asks local-connect 127.0.0.1:5433 direct",
        "9 setup asks local-connect 127.0.0.1:6380 direct",
        "12 setup asks connect cache.shop.example:6379 direct",
    ]
    assert says({"docker-compose.dev.yml": "ports:\n  - 5432:5432\n"})[1:] == ["2 setup asks local-connect 127.0.0.1:5432 direct"]


def test_a_list_in_brackets():
    told = says({"compose.yaml": 'services:\n  a:\n    ports: ["80:80", "6379:6379"]\n'})
    assert told[1:] == ["3 setup asks local-connect 127.0.0.1:6379 direct"]


def test_a_tab_breaks_it():
    assert says({"compose.yaml": "services:\n\tdb: x\n"}) == ["2 broken it is not YAML: a tab where only spaces may stand"]
