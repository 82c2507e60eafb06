"""Five denials against every real config file: git takes each patch, nothing old is lost, and what stands in the way is named."""

import json
import tomllib
from collections import Counter

import pytest

from advisor.advice import report_on
from advisor.boundary import answer
from advisor.choices import Wishes
from advisor.edits.unified_diff import diff
from advisor.harnesses import load
from advisor.model import Access, ConfigText, Known, Recording, Situation
from advisor.proposals import propose
from advisor.rereading import as_if_ready, patched
from advisor.scan import windows
from advisor.validate import problems
from tests.edits.test_real_configs import count_lines
from tests.edits.test_unified_diff import prove_applies

pytestmark = pytest.mark.corpus

HOME, PROJECT = "/home/dev", "/home/dev/code/shop"
HOST = "fatal: unable to access 'https://git.example/x.git/': CONNECT tunnel failed, response 403"
DENIALS = {
    "a program's cache": ("mkdir: cannot create directory '/home/dev/.npm/_cacache/tmp': Read-only file system", Wishes()),
    "a host": (HOST, Wishes()),
    "a folder of this machine": ("touch: cannot touch '/srv/models/weights.bin': Read-only file system", Wishes()),
    "a host and a cache": (
        f"{HOST}\nerror: failed to open `/home/dev/.cargo/registry/cache/x`: Read-only file system (os error 30)",
        Wishes(),
    ),
    "a cache to be moved": (
        "error: failed to open file `/home/dev/.cache/uv/sdists-v9/.git`: Read-only file system (os error 30)",
        Wishes(prefer="relocate"),
    ),
}
FILES = {
    "claude": {"user": "~/.claude/settings.json", "project": ".claude/settings.json", "local": ".claude/settings.local.json"},
    "codex": {"user": "~/.codex/config.toml", "project": ".codex/config.toml"},
}
READ = {"claude": json.loads, "codex": tomllib.loads}
SCHEMAS = {"claude": "claude-settings", "codex": "codex-config"}


@pytest.fixture(scope="module")
def configs(corpus):
    folder = corpus / "configs"
    rows = [json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()]
    return [(row, (folder / row["file"]).read_bytes().decode()) for row in rows]


def situation(kind, scope, text):
    """A project in which the only config file of the harness is this one, at its own scope, with everything else empty."""
    texts = [
        ConfigText(kind, file, at, text if at == scope else None, None, file.replace("~", HOME) if file[0] == "~" else f"{PROJECT}/{file}")
        for at, file in FILES[kind].items()
    ]
    return Situation(
        system=Known("linux", "flag"),
        harness=Known(kind, "flag"),
        harnesses=(kind,),
        home=HOME,
        directory=PROJECT,
        repository=PROJECT,
        scope=scope,
        configs=tuple(texts),
        looked=True,
    )


def proposals(configs):
    """(row, what was refused, its report, what is proposed, the file) for each file with each denial."""
    for row, text in configs:
        scope = row["scope"] if row["scope"] in FILES[row["kind"]] else "user"
        for name, (output, wishes) in DENIALS.items():
            evidence = windows(Recording(chunks=iter((output.encode(),)), source="-"))
            report = report_on(evidence, situation(row["kind"], scope, text))
            assert report.denials, name
            yield row, name, report, propose(report, wishes), FILES[row["kind"]][scope]


def counts(row):
    """Whether the program itself loads the file at the scope where it is put."""
    probe = row["probe"]
    if probe.get("start_error", "").startswith("No such file"):
        return True  # a file that it names is not on the machine where it was tried
    return row["valid"] and probe.get("loaded_as_user_file_2_1_332", probe.get("loaded_2_1_332", probe.get("starts_0_171"))) is not False


def parts(data, path=()):
    """Every plain value of the data and every item of its arrays, with where it stands."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from parts(value, (*path, key))
    elif isinstance(data, list):
        yield from (((*path, "[]"), repr(item)) for item in data)
    else:
        yield path, repr(data)


def may_give_way(path, value):
    """Whether its place can hold one value only: the posture in force, and switches that are put on."""
    return value in ("False", "True") or path in (("default_permissions",), ("sandbox_mode",))


@pytest.fixture(scope="module")
def proposed(configs):
    return list(proposals(configs))


def test_git_applies_every_patch_and_nothing_old_is_lost(proposed, tmp_path):
    changes, figures = [], Counter()
    for number, (row, _, _, proposal, file) in enumerate(proposed):
        figures["asked"] += 1
        for patch in proposal.patches:
            figures["patches"] += 1
            changes.append((f"{number}/{patch.file.replace('~', 'home')}", patch.before, patch.after))
            if patch.file != file:
                assert patch.before is None, "there is one config file, and this is another"
                continue
            read = READ[row["kind"]]
            old, new = (Counter(parts(read(text))) for text in (patch.before, patch.after))
            lost = old - new
            assert all(may_give_way(*part) for part in lost), row["file"]
            figures["values replaced"] += lost.total()
            figures["values"] += (new - old).total()
            count_lines(diff(row["file"], patch.before, patch.after), figures)
    prove_applies(tmp_path, changes)
    print(f"\n{dict(figures)}")
    assert figures["asked"] == 5 * 95
    assert figures["patches"] > 300
    # A line for each value, the commas it needs before it, and the brackets or headers of tables that were not there.
    assert figures["value"] == figures["values"]
    assert figures["taken away"] <= figures["comma"] + figures["line end"] + figures["values"]
    assert figures["bracket"] + figures["header"] + figures["blank"] <= 3 * figures["values"]


def test_what_loads_still_loads_and_grants_what_the_patch_says(proposed):
    granted = 0
    for row, name, report, proposal, _ in proposed:
        if not proposal.patches:
            continue
        kind = row["kind"]
        assert counts(row), f"{row['file']} does not count, and was patched"
        for patch in proposal.patches:
            if patch.file.endswith((".json", ".toml")):
                assert set(problems(READ[kind](patch.after), SCHEMAS[kind])) <= set(problems(READ[kind](patch.before), SCHEMAS[kind]))
        boundary = load(kind).read_boundary(as_if_ready(patched(report.situation, proposal.patches)))
        assert boundary.broken is None
        for option in proposal.taken():
            if any(change.role == "relocate" for change in option.changes):
                continue
            for need in option.needs:
                assert answer(need, boundary)[0] in (Access.ALLOWED, Access.ALLOWED_BUT, Access.UNKNOWN), (row["file"], name, need)
                granted += 1
    print(f"\n{granted} needs granted")
    assert granted > 200


def test_a_second_run_has_nothing_to_do(proposed):
    for row, name, report, proposal, _ in proposed:
        if proposal.patches:
            situation = report.situation._replace(configs=after(report, proposal))
            wishes = DENIALS[name][1]
            evidence = windows(Recording(chunks=iter((DENIALS[name][0].encode(),)), source="-"))
            again = propose(report_on(evidence, situation), wishes)
            assert again.patches == (), (row["file"], name)


def after(report, proposal):
    """The config texts once the patches are applied."""
    patches = {patch.file: patch for patch in proposal.patches}
    texts = [text._replace(text=patches[text.file].after) if text.file in patches else text for text in report.situation.configs]
    known = {text.file for text in texts}
    return (*texts, *(ConfigText("", patch.file, patch.scope, patch.after) for patch in patches.values() if patch.file not in known))


def test_invalid_files_are_named_and_never_overwritten(proposed):
    named = set()
    for row, name, _, proposal, file in proposed:
        if counts(row):
            continue
        assert not proposal.patches, (row["file"], name)
        if proposal.refusals:
            assert {refusal.file for refusal in proposal.refusals} == {file}
            named.add(row["file"])
    assert named == {row["file"] for row, *_ in proposed if not counts(row)}
    print(f"\n{len(named)} files that do not count are named")


def test_comments_and_trailing_commas_are_offered_to_be_taken_out(proposed):
    repaired = {row["file"]: refusal.repaired for row, _, _, proposal, _ in proposed for refusal in proposal.refusals if refusal.repaired}
    assert len(repaired) >= 5
    for patch in repaired.values():
        assert patch.before != patch.after
        assert json.loads(patch.after)
