"""Gradle's build files and wrapper, Maven's pom.xml and wrapper."""

from tests.suggest.saying import says


def test_gradle_is_built_from_its_root_with_its_wrapper():
    files = {"settings.gradle": "rootProject.name = 'a'\n", "build.gradle": "", "app/build.gradle": "", "gradlew": ""}
    assert says(files) == ["1 setup runs ./gradlew build", "1 setup asks bind 127.0.0.1:0 proxy"]
    assert says({"build.gradle.kts": "plugins {}\n"})[0] == "1 setup runs gradle build"


def test_wrappers_keep_what_they_download():
    assert says({"gradle/wrapper/gradle-wrapper.properties": "a=b\ndistributionUrl=x\n"}) == ["2 keeps gradle: Gradle versions"]
    assert says({".mvn/wrapper/maven-wrapper.properties": "distributionUrl=x\n"}) == ["1 keeps mvn: Maven versions"]


def test_maven_is_built_from_its_root():
    files = {"pom.xml": "<project/>", "a/pom.xml": "<project/>"}
    assert says(files) == ["1 setup runs mvn verify"]
    assert says({"pom.xml": "<project>\n</project>", "mvnw": ""}) == ["1 setup runs ./mvnw verify"]


def test_a_broken_pom_is_named():
    assert says({"pom.xml": "<project>\n<a>\n</project>"}) == ["3 broken it is not XML: mismatched tag"]
