"""The `advise.boundary/1` document: by its schema, safe to show."""

from advisor.model import Known
from advisor.standing import Opinion
from advisor.standing.document import boundary_document
from advisor.validate import problems
from tests.standing.cases import SAME, boundary, standing


def test_the_document_fits_its_schema():
    assert problems(boundary_document(standing(opinions=[SAME])), "boundary") == ()
    nothing = standing(boundary(posture_by=None), process=None, checkout=None, directory=None, repository=None, paths=())
    assert problems(boundary_document(nothing), "boundary") == ()


def test_what_stands_in_it():
    told = boundary_document(standing(opinions=[SAME._replace(differences=("a differs",))]))
    assert told["process"]["directory_read_only"] is True
    assert (told["place"]["checkout"], told["place"]["main_checkout"]) == ("worktree", "/home/dev/main")
    (one,) = told["boundaries"]
    assert (one["posture"], one["posture_by"]["key"], one["profile"], one["trusted"]) == ("workspace", "default_permissions", "dev", True)
    assert one["files"] == [{"file": "~/.codex/config.toml", "scope": "user", "found": True, "problem": None}]
    assert {"path": "~/.aws", "readable": True} in one["secrets"]
    assert one["not_in_force"][0]["why"] == "the folder does not exist"
    assert one["asked"]["differences"] == ["a differs"]


def test_a_version_is_a_known_one_of_the_one_harness_or_assumed():
    (one,) = boundary_document(standing())["boundaries"]
    assert one["version"] == {"value": "0.171.0", "assumed": None}
    both = standing(boundary(), boundary("claude"), harness=Known(), harnesses=("claude", "codex"))
    assert [one["version"]["value"] for one in boundary_document(both)["boundaries"]] == [None, None]


def test_nothing_in_it_steers_a_terminal():
    bad = boundary(broken="a\x1b[31mb", profile="x\u202ey")
    (one,) = boundary_document(standing(bad, opinions=[Opinion("codex", "how", None, (), "c\x07d")]))["boundaries"]
    assert (one["broken"], one["profile"], one["asked"]["problem"]) == ("ab", "xy", "cd")
