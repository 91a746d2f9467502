"""Writes the data of a checkout of sierra-research/tau-bench as JSON, without running its code:

    python3 export.py CHECKOUT FOLDER
"""

import ast
import json
import pathlib
import shutil
import sys


def value(node):
    """A literal; a call with keywords only, such as Task(user_id='a'), is the dict of its keywords."""
    if isinstance(node, ast.Call) and not node.args:
        return {keyword.arg: value(keyword.value) for keyword in node.keywords}
    if isinstance(node, (ast.List, ast.Tuple)):
        return [value(member) for member in node.elts]
    if isinstance(node, ast.Dict):
        return {value(key): value(member) for key, member in zip(node.keys, node.values)}
    return ast.literal_eval(node)


def parse(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def assigned(tree, prefix):
    """The value that is assigned to the first name with this prefix."""
    for node in tree.body:
        names = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if getattr(names[0], "id", "").startswith(prefix):
            return node.value
    raise SystemExit(f"there is no {prefix}")


def schema(folder, tool):
    """What `get_info` of a tool's class returns."""
    module = "".join("_" + letter.lower() if letter.isupper() else letter for letter in tool)[1:]
    for node in ast.walk(parse(folder / f"{module}.py")):
        if isinstance(node, ast.FunctionDef) and node.name == "get_info":
            return value(next(part for part in node.body if isinstance(part, ast.Return)).value)
    raise SystemExit(f"{tool} has no get_info")


def write(path, data):
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")


def export(source, target):
    target.mkdir(parents=True, exist_ok=True)
    for file in [source / "wiki.md", *(source / "data").glob("*.json")]:
        shutil.copy(file, target)
    for file in source.glob("tasks_*.py"):
        write(target / f"{file.stem}.json", value(assigned(parse(file), "TASKS")))
    tools = assigned(parse(source / "tools" / "__init__.py"), "ALL_TOOLS")
    write(target / "tools.json", [schema(source / "tools", tool.id) for tool in tools.elts])


if len(sys.argv) != 3:
    raise SystemExit(__doc__)
for name in ["retail", "airline"]:
    export(pathlib.Path(sys.argv[1]) / "tau_bench" / "envs" / name, pathlib.Path(sys.argv[2]) / name)
