"""Which module-level names each top-level statement of a Python file uses, by the compiler's own symbol tables.

Reads paths from stdin, one per line; writes one JSON object per line: {"path", "units": [{"line", "end", "uses", "binds"}]}
or {"path", "error"}. Lines are 1-based and inclusive; "uses" maps a name to "import" or "global".

A symbol table has no positions, so each statement gets its own table: it is compiled alone, and the names that it then
takes from the global scope are those that it uses from the module.
"""

import ast
import json
import symtable
import sys
import tokenize


def bound(table):
    return {s.get_name(): s for s in table.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace()}


def taken(table, top=True):
    """The names that a table and its inner tables read from the global scope or bind there."""
    names = set()
    for symbol in table.get_symbols():
        # In the statement's own scope all names are global; a name that is only bound there is not a use.
        binds = symbol.is_assigned() or symbol.is_imported()
        if symbol.is_referenced() if top else symbol.is_global() and (symbol.is_referenced() or binds):
            names.add(symbol.get_name())
    for child in table.get_children():
        names |= taken(child, False)
    return names


def kinds(module):
    """How the module binds each of its names. A name that is imported in one place and assigned in another counts as an import."""
    return {name: "import" if symbol.is_imported() else "global" for name, symbol in bound(module).items()}


def units(path):
    with tokenize.open(path) as file:
        text = file.read()
    names = kinds(symtable.symtable(text, path, "exec"))
    for statement in ast.parse(text, path).body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        alone = symtable.symtable(ast.unparse(statement), path, "exec")
        binds = sorted(name for name in bound(alone) if name in names)
        uses = {name: names[name] for name in sorted(taken(alone)) if name in names and name not in binds}
        first = min([statement.lineno] + [d.lineno for d in getattr(statement, "decorator_list", [])])
        yield {"line": first, "end": statement.end_lineno, "uses": uses, "binds": binds}


for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        print(json.dumps({"path": path, "units": list(units(path))}))
    except (SyntaxError, UnicodeDecodeError, RecursionError, ValueError) as error:
        print(json.dumps({"path": path, "error": f"{type(error).__name__}: {error}"}))
