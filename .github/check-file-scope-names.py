#!/usr/bin/env python3
"""Refuses two file-scope names that are equal in one CMake target and one namespace.

CMake joins several sources into one (OOZE_JOINED), and which ones depends on how many files there are. There, two constants, types or
functions in anonymous namespaces of one name clash, or one hides the other. Functions may share a name if their parameters differ in type.
A constant inside a function of a header must not have the name of a file-scope constant either: the constant would hide the file-scope one in
every joined source that includes the header later, and -Wshadow refuses that.
Without arguments the script reads the targets' folders from src/CMakeLists.txt and tests/CMakeLists.txt."""
import pathlib
import re
import sys

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'(?!\w)|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
TOKEN = re.compile(r"::|[A-Za-z_]\w*|[{}()\[\];=<>,:&*]|\S")
NAME = re.compile(r"[A-Za-z_]\w*$")
ATTRIBUTES = {"maybe_unused", "nodiscard"}
TYPES = {"class", "struct", "union", "enum"}
SPECIFIERS = {"static", "inline", "constexpr", "const", "constinit", "extern", "template", "typename", "OOZE_LANES", "[", "]"}


def joined(tokens):
    return " ".join(tokens)


def without_angles(tokens):
    """Returns the tokens outside of template arguments."""
    kept, depth = [], 0
    for token in tokens:
        if token == "<" and (kept and NAME.match(kept[-1])):
            depth += 1
        elif token == ">" and depth:
            depth -= 1
        elif not depth:
            kept.append(token)
    return kept


def parameter_types(tokens):
    """Returns the types of a parameter list, without names and default values."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += (token in "([{<") - (token in ")]}>")
        if token == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    types = []
    for part in parts:
        part = part[:part.index("=")] if "=" in part else part
        if len(part) > 1 and NAME.match(part[-1]) and part[-2] != "::" and part[-1] != "const":
            part = part[:-1]
        types.append(joined(token for token in part if token != "const" or "&" in part or "*" in part))
    return ", ".join(types)


def declared(tokens):
    """Returns the names that a declaration at namespace scope defines: functions with their parameter types, aliases with their words.
    The token `{` stands for braces with their contents."""
    if tokens[:1] in (["using"], ["namespace"]):
        return [joined(tokens)] if tokens[2:3] == ["="] else []
    whole, tokens = tokens, [t for t in without_angles(tokens) if t not in ATTRIBUTES]
    while tokens and tokens[0] in SPECIFIERS:
        tokens = tokens[1:]
    if tokens[:1] and tokens[0] in TYPES and "{" in tokens:
        return [t for t in tokens if t not in TYPES][:1]
    at = next((k for k, t in enumerate(tokens) if t in "=[{," or t == "(" and k > 0), len(tokens))
    if at < 2 or tokens[0] in TYPES or not NAME.match(tokens[at - 1]) or tokens[at - 2] == "::":
        return []  # a forward declaration, a macro, or a member that is defined outside its class
    if tokens[at:at + 1] == ["("]:
        begin = next((k for k in range(1, len(whole)) if whole[k - 1:k + 1] == tokens[at - 1:at + 1]), None)
        if begin is None:
            return []  # the specialisation of a template
        return [f"{tokens[at - 1]}({parameter_types(whole[begin + 1:begin + balanced(whole[begin:])])})"]
    names, depth = [tokens[at - 1]], 0
    for k in range(at, len(tokens) - 1):
        depth += (tokens[k] in "([") - (tokens[k] in ")]")
        if tokens[k] == "," and depth == 0:
            names.append(next((t for t in tokens[k + 1:] if NAME.match(t)), ""))
    return names


def outside_parentheses(tokens):
    """Returns the tokens outside of parentheses; None within parentheses that are still open."""
    kept, depth = [], 0
    for token in tokens:
        depth += (token == "(") - (token == ")")
        if depth == 0:
            kept.append(token)
    return None if depth else kept


def balanced(tokens):
    """Returns the index of the parenthesis that closes the first one."""
    depth = 0
    for k, token in enumerate(tokens):
        depth += (token == "(") - (token == ")")
        if depth == 0:
            return k
    return len(tokens)


def file_scope_names(text):
    """Yields (namespace, name, line) for each definition in an anonymous namespace, outside of classes and functions."""
    text = NOISE.sub(lambda noise: "\n" * noise[0].count("\n") or " ", text)
    scopes, statement, line, first, at, depth, is_body = [], [], 1, 1, 0, 0, False
    for token in TOKEN.finditer(text):
        line += text.count("\n", at, token.start())
        at, word = token.start(), token[0]
        if depth:  # inside the braces of a class, a function or an initialiser
            depth += (word == "{") - (word == "}")
            if depth == 0 and is_body:
                statement = []
            continue
        if not statement:
            first = line
        is_function = False
        if word == "{" and "namespace" in statement[:2]:
            scopes.append("".join(statement[statement.index("namespace") + 1:]))
            statement = []
        elif word == "{":
            outside = outside_parentheses(statement)
            is_initialiser = outside is None or "=" in without_angles(outside)  # within parentheses: a default argument
            is_function = not is_initialiser and any("(" in name for name in declared(statement))
            is_body, depth = is_function or (not is_initialiser and ")" in statement), 1
            if not is_body:
                statement.append("{")
        elif word == "}":
            scopes = scopes[:-1]
            statement = []
        elif word != ";":
            statement.append(word)
        if is_function or word == ";":
            for name in declared(statement) if "" in scopes and statement[:1] != ["extern"] else []:
                if is_function or "(" not in name:  # not a function that is only declared
                    yield "::".join(filter(None, scopes)), name, first
        if word == ";":
            statement = []


def repeated_names(files):
    """Returns the faults of one target. files: pairs of a file's name and its text."""
    places = {}
    for file, text in files:
        for namespace, name, line in file_scope_names(text):
            key = name.split()[1] if " = " in name else name
            places.setdefault((namespace, key), {}).setdefault(file, (line, name))
    faults = []
    for (namespace, key), found in sorted(places.items()):
        is_same_alias = key not in {name for _, name in found.values()} and len({name for _, name in found.values()}) == 1
        if len(found) > 1 and not is_same_alias:
            (file, (line, _)), *others = found.items()
            faults.append(f"{file}:{line}: {key} in namespace {namespace or '::'} is also in {', '.join(name for name, _ in others)}")
    return faults


LOCAL_CONSTANTS = re.compile(r"^[ \t]+constexpr [\w:<>, ]*? (k[A-Z]\w*[^;]*);", re.M)


def header_constants(text):
    """Yields (name, line) for each constant inside a function of a header."""
    text = NOISE.sub(lambda noise: "\n" * noise[0].count("\n") or " ", text)
    for found in LOCAL_CONSTANTS.finditer(text):
        for name in re.findall(r"(?:^|, )(k[A-Z]\w*)(?=\s*[=[{])", found[1]):
            yield name, text.count("\n", 0, found.start()) + 1


def hiding_constants(headers, files):
    """Returns the faults of headers. headers, files: pairs of a file's name and its text."""
    sources = {}
    for file, text in files:
        for _, name, _ in file_scope_names(text):
            sources.setdefault(name, file)
    return [f"{header}:{line}: {name} hides a constant of {sources[name]} where sources are joined"
            for header, text in headers for name, line in header_constants(text) if name in sources]


def targets(root):
    """Returns the sources of each target by name."""
    found = {}
    for name, globs in re.findall(r"file\(GLOB_RECURSE (\w+)Sources CONFIGURE_DEPENDS([^)]*)\)", (root / "src/CMakeLists.txt").read_text(encoding="utf-8")):
        found[name] = sorted(path for pattern in globs.split() for path in (root / "src" / pattern.split("/*")[0]).rglob("*.cpp"))
    for name, folders in re.findall(r"ooze_test\((\w+) (?:JOINED )?FOLDERS ([\w ]*?) TIMEOUT", (root / "tests/CMakeLists.txt").read_text(encoding="utf-8")):
        found[name] = sorted(path for folder in folders.split() for path in (root / "tests" / folder).glob("*.cpp"))
    return found


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    faults = []
    def texts(paths):
        return [(str(path.relative_to(root)), path.read_text(encoding="utf-8")) for path in paths]
    headers = texts(sorted(path for folder in ("include", "src", "tests") for path in (root / folder).rglob("*.h")))
    every = []
    for sources in targets(root).values():
        faults += repeated_names(texts(sources))
        every += texts(sources)
    faults += hiding_constants(headers, every)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
