"""The JVM: Gradle, Maven, sbt, Coursier, plain java. None of them reads the proxy variables."""

from __future__ import annotations

from advisor.model import Flag, Program, ProgramPath
from advisor.programs import placed

_PROPERTIES = Flag(
    "connect", "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=PORT", "sends Java's connections through a proxy that asks for no password"
)

PROGRAMS = (
    Program(
        names=("gradle", "gradlew"),
        docs="https://docs.gradle.org/current/userguide/directory_layout.html#dir:gradle_user_home",
        paths=(
            ProgramPath(
                "downloaded and built artefacts",
                placed("~/.gradle/caches", windows="~/.gradle/caches"),
                relocate="GRADLE_USER_HOME",
                warm=True,
            ),
            ProgramPath(
                "the daemon's registry and logs", placed("~/.gradle/daemon", windows="~/.gradle/daemon"), relocate="GRADLE_USER_HOME"
            ),
            ProgramPath("native libraries", placed("~/.gradle/native", windows="~/.gradle/native"), relocate="GRADLE_USER_HOME"),
            ProgramPath("workers", placed("~/.gradle/workers", windows="~/.gradle/workers"), relocate="GRADLE_USER_HOME"),
            ProgramPath("notices", placed("~/.gradle/notifications", windows="~/.gradle/notifications"), relocate="GRADLE_USER_HOME"),
            ProgramPath(
                "Gradle versions",
                placed("~/.gradle/wrapper/dists", windows="~/.gradle/wrapper/dists"),
                executed_later="gradlew, in every project: it starts Gradle from it",
                relocate="GRADLE_USER_HOME",
                warm=True,
            ),
            ProgramPath(
                "Java versions",
                placed("~/.gradle/jdks", windows="~/.gradle/jdks"),
                executed_later="every build that uses these Javas",
                relocate="GRADLE_USER_HOME",
                warm=True,
            ),
        ),
        hosts_from=("gradle/wrapper/gradle-wrapper.properties: distributionUrl", "settings.gradle: repositories"),
        flags=(
            Flag("write", "--project-cache-dir .gradle", "keeps the project's own cache in the project"),
            Flag("bind", "--no-daemon", "ends the daemon with the build; it still listens while it runs"),
            Flag("connect", "--offline", "uses only what is downloaded already"),
            _PROPERTIES,
        ),
    ),
    Program(
        names=("mvn", "mvnw", "mvnd"),
        docs="https://maven.apache.org/configure.html",
        paths=(
            ProgramPath("downloaded artefacts", placed("~/.m2/repository", windows="~/.m2/repository"), warm=True),
            ProgramPath(
                "Maven versions",
                placed("~/.m2/wrapper/dists", windows="~/.m2/wrapper/dists"),
                executed_later="mvnw, in every project: it starts Maven from it",
                relocate="MAVEN_USER_HOME",
                warm=True,
            ),
        ),
        hosts_from=("pom.xml: repositories", ".mvn/wrapper/maven-wrapper.properties: distributionUrl"),
        flags=(
            Flag("write", "-Dmaven.repo.local=.m2/repository", "keeps the repository in the project"),
            Flag("connect", "-o", "uses only what is downloaded already"),
            _PROPERTIES,
        ),
    ),
    Program(
        names=("sbt",),
        docs="https://www.scala-sbt.org/1.x/docs/Command-Line-Reference.html",
        paths=(
            ProgramPath("sbt versions", placed("~/.sbt/boot", windows="~/.sbt/boot"), executed_later="sbt, in every project", warm=True),
            ProgramPath("downloaded artefacts", placed("~/.ivy2/cache", windows="~/.ivy2/cache"), warm=True),
        ),
        flags=(_PROPERTIES,),
    ),
    Program(
        names=("cs", "coursier"),
        docs="https://get-coursier.io/docs/cache",
        paths=(
            ProgramPath(
                "downloaded artefacts",
                placed(linux="~/.cache/coursier/v1", macos="~/Library/Caches/Coursier/v1", windows="~/AppData/Local/Coursier/Cache/v1"),
                relocate="COURSIER_CACHE",
                warm=True,
            ),
        ),
    ),
    Program(
        names=("java", "javac", "kotlin", "kotlinc"),
        docs="https://docs.oracle.com/en/java/javase/21/core/java-networking.html",
        flags=(_PROPERTIES,),
    ),
)
