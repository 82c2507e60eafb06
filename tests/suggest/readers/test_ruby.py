"""The Gemfile, Bundler's settings, the databases of Rails."""

import pytest

from tests.suggest.saying import says

GEMS = ["1 setup runs bundle install", "1 keeps gem: installed gems"]


def test_gems_are_installed():
    assert says({"Gemfile": "gem 'a'\n"}) == GEMS
    assert says({"Gemfile": "gem 'a'\n", "Gemfile.lock": ""}) == GEMS


def test_gems_of_git_by_ssh():
    lock = "GIT\n  remote: git@code.example:own.git\nGEM\n  remote: https://gems.example/\nPATH\n  remote: .\n"
    assert says({"Gemfile.lock": lock})[1:-1] == ["2 setup asks connect code.example:22 git-ssh"]


def test_bundler_may_keep_them_in_the_project():
    files = {"Gemfile": "gem 'a'\n", ".bundle/config": 'BUNDLE_PATH: "vendor/bundle"\n'}
    assert says(files) == GEMS[:1]
    assert says({".bundle/config": 'BUNDLE_JOBS: "4"\n'}) == GEMS[1:]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a:\n  adapter: postgresql\n", "2 setup asks unix-socket /var/run/postgresql/.s.PGSQL.5432 direct"),
        ("a:\n  adapter: mysql2\n", "2 setup asks unix-socket /var/run/mysqld/mysqld.sock direct"),
        ("a:\n  adapter: postgresql\n  host: localhost\n  port: 5433\n", "3 setup asks local-connect 127.0.0.1:5433 direct"),
        ("a:\n  adapter: postgresql\n  host: db.example\n", "3 setup asks connect db.example:5432 direct"),
        ("a:\n  adapter: postgresql\n  host: db\n", None),
        ("a:\n  adapter: postgresql\n  host: /srv/pg\n", "3 setup asks unix-socket /srv/pg direct"),
        ("a:\n  adapter: trilogy\n  host: <%= ENV.fetch('DB_HOST', '127.0.0.1') %>\n", "3 setup asks local-connect 127.0.0.1:3306 direct"),
        ("a:\n  adapter: postgresql\n  host: <%= ENV['DB_HOST'] %>\n", "3 setup asks unix-socket /var/run/postgresql/.s.PGSQL.5432 direct"),
        ("a:\n  adapter: sqlite3\n", None),
    ],
)
def test_the_database(text, told):
    assert says({"config/database.yml": text}) == ([told] if told else [])


def test_other_services():
    assert says({"config/cable.yml": "production:\n  url: <%= ENV.fetch('U') { 'redis://localhost:6379/1' } %>\n"}) == [
        "2 setup asks local-connect 127.0.0.1:6379 direct"
    ]
