"""Who may import whom: the architecture as a table, and the imports of every module against it."""

import ast
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parent.parent / "advisor"

# room: what it may import of ours (inside functions, after the bar). Everything may import its own room and the standard library.
TABLE = """
    errors          |
    model           |
    telltales       |
    paths           |
    discovery       |
    gate            telltales |
    harmless        |
    resources       |
    quoting         errors |
    shell           errors |
    edits           errors |
    rules           model discovery |
    programs        model paths discovery |
    scan            model quoting gate |
    prefixes        |
    wraps           |
    detect          model rules scan shell prefixes wraps |
    boundary        model paths |
    hazards         model programs paths |
    harnesses       model boundary hazards shell programs paths quoting |
    launchers       model boundary hazards shell programs paths discovery |
    situation       model errors harnesses launchers programs |
    standing        model boundary hazards documents harnesses quoting sentences rows |
    answers         model boundary foresight standing documents outline quoting sentences rows |
    suggest         model discovery foresight needs programs hazards paths answers harnesses documents outline quoting sentences rows |
    grade           model boundary |
    commanded       model programs hazards shell paths |
    needs           model commanded programs hazards shell paths | foresight
    plannable       model quoting |
    patches         model errors edits | validate lint harnesses
    choices         model errors |
    rereading       model boundary harnesses paths patches | validate
    proposals       model choices patches rereading boundary harnesses |
    writing         errors |
    lint            model errors resources discovery quoting paths shell edits boundary hazards harnesses programs | validate
    postures        model errors edits guard hazards harnesses paths |
    guard           model errors paths boundary hazards shell harnesses rereading quoting rows screen | edits
    hang            model rules programs shell |
    silent          model rules shell |
    hidden          model rules boundary shell paths |
    foresight       model programs hazards shell harmless |
    advice          model scan detect rules hang hidden silent grade needs plannable harnesses launchers boundary paths | patches
    checking        model answers foresight boundary harnesses needs |
    sources         model errors |
    hook_files      model edits |
    hooks           model errors sources gate shell scan advice agent_text checking answers standing situation harnesses sentences quoting |
    documents       model quoting harnesses |
    sentences       model quoting harnesses |
    rows            quoting sentences |
    outline         model quoting sentences rows |
    quoted_names    quoting |
    agent_text      model quoting quoted_names documents rows sentences launchers gate |
    screen          model documents outline rows gate |
    render          model quoting resources documents outline rows screen gate | answers standing suggest
    validate        model errors resources |
    repository      model errors resources |
    targets         model errors harnesses |
    proof           model errors harnesses |
    commands        * |
    cli             commands gate | errors quoting
    __main__        cli |
    __init__        | *
"""
# The one module of ours at whose top a library that is slow to import stands; nobody imports that module but in a function.
HEAVY = {"jinja2": "render", "jsonschema": "validate", "git": "repository", "tomlkit": "edits.toml_edit"}
# What a class may stand on: inheritance is for exceptions, enums and what a library demands by name.
BASES = {"NamedTuple", "Enum", "IntEnum", "Protocol", "TypedDict", "Exception", "AdviseError"}


class Import(NamedTuple):
    """An import as it stands: who imports (dotted, without the package), what (dotted), and whether inside a function."""

    importer: str
    imported: str
    inside: bool

    @property
    def ours(self):
        """The room of the package that is imported; None for a library."""
        head, _, rest = self.imported.partition(".")
        return rest.partition(".")[0] if head == "advisor" else None


def modules():
    """(dotted name without the package, syntax tree) of every module."""
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts), ast.parse(file.read_text())


MODULES = dict(modules())


def imports(name, node, inside=False):
    """Every import under `node`, but those that only a type checker sees."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (Import(name, alias.name, inside) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, f"{name} imports relatively"
            whole = [f"advisor.{alias.name}" for alias in child.names] if child.module == "advisor" else [child.module]
            yield from (Import(name, module, inside) for module in whole)
        else:
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from imports(name, child, inside or function)


IMPORTS = [found for name, tree in MODULES.items() for found in imports(name, tree)]


def allowed():
    """room -> (what it may import anywhere, what it may import inside functions)."""
    table = {}
    for row in TABLE.strip().splitlines():
        anywhere, inside = row.split("|")
        room, *rooms = anywhere.split()
        table[room] = set(rooms), {*rooms, *inside.split()}
    return table


def test_the_table_names_every_room():
    rooms = {name.partition(".")[0] for name in MODULES}
    assert rooms <= set(allowed()), "a new room needs a row in the table, and one in the design"


@pytest.mark.parametrize("name", MODULES)
def test_imports_are_those_of_the_table(name):
    room = name.partition(".")[0]
    anywhere, inside = allowed()[room]
    wrong = [
        found.imported + (" (inside a function)" if found.inside else "")
        for found in IMPORTS
        if found.importer == name
        and found.ours not in (None, room, "__version__")
        and not {"*", found.ours} & (inside if found.inside else anywhere)
    ]
    assert wrong == []


def test_the_table_has_no_circle():
    table = {room: anywhere - {"*"} for room, (anywhere, _) in allowed().items()}
    while free := {room for room, needed in table.items() if not needed & set(table)}:
        table = {room: needed for room, needed in table.items() if room not in free}
    assert table == {}


@pytest.mark.parametrize(("library", "home"), HEAVY.items())
def test_a_heavy_library_stands_at_the_top_of_one_module(library, home):
    importers = {(found.importer, found.inside) for found in IMPORTS if found.imported.partition(".")[0] == library}
    assert importers <= {(home, False)}


@pytest.mark.parametrize("home", HEAVY.values())
def test_a_module_with_a_heavy_library_is_imported_inside_functions_only(home):
    at_top = [found.importer for found in IMPORTS if not found.inside and found.imported == f"advisor.{home}"]
    assert at_top == []


def test_nothing_else_is_imported_from_outside_the_standard_library():
    import sys

    heads = {found.imported.partition(".")[0] for found in IMPORTS}
    assert heads - sys.stdlib_module_names - {"advisor", *HEAVY, "shtab"} == set()


@pytest.mark.parametrize("name", MODULES)
def test_no_error_is_swallowed(name):
    """No handler of everything, unless it raises; no handler that does nothing at all.

    One module must: whatever becomes of a hook, the session that calls it goes on.
    """
    broad = {None, "Exception", "BaseException"}
    for node in ast.walk(MODULES[name]):
        if isinstance(node, ast.ExceptHandler):
            caught = {node.type and ast.unparse(part) for part in getattr(node.type, "elts", [node.type])}
            raises = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
            assert raises or not caught & broad or name == "commands.hook", f"{name}:{node.lineno} swallows everything"
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            assert not {ast.unparse(argument) for argument in node.args} & broad, f"{name}:{node.lineno} swallows everything"


# `model.tuples` makes the base that values name.
@pytest.mark.parametrize("name", [name for name in MODULES if name.partition(".")[0] != "proof" and name != "model.tuples"])
def test_classes_inherit_from_nothing_but_what_names_their_kind(name):
    for node in ast.walk(MODULES[name]):
        if isinstance(node, ast.ClassDef):
            assert {ast.unparse(base) for base in node.bases} <= BASES, f"{name}.{node.name}"


@pytest.mark.parametrize("name", MODULES)
def test_no_module_changes_its_own_state(name):
    changed = [node.lineno for node in ast.walk(MODULES[name]) if isinstance(node, ast.Global)]
    assert changed == []
