"""One manifest, one command."""

from tests.suggest.saying import says


def test_each_is_built_with_its_command():
    assert says({"composer.json": '{\n"require": {}}'}) == ["2 setup runs composer install"]
    assert says({"mix.exs": "", "apps/a/mix.exs": ""}) == ["1 setup runs mix deps.get"]
    assert says({"a/App.csproj": '<Project>\n<PackageReference Include="x" />'}) == ["2 setup runs dotnet restore in a"]


def test_a_broken_one_is_named():
    assert says({"composer.json": "{"})[0].startswith("1 broken it is not JSON")


def test_an_example_of_an_environment_names_services():
    text = "A=1\nDATABASE_URL=postgres://user:pass@localhost/shop\nREDIS_URL=redis://$HOST/0\nOTHER=mysql://10.0.0.300/x\n"
    assert says({".env.example": text}) == ["2 setup asks local-connect 127.0.0.1:5432 direct"]
