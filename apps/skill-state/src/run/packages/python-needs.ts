import { spawnSync } from 'node:child_process'
import type { LoadedSkill } from '@skill-state/agent-skills'

/** What texts in Python need beside its standard library. */
export interface PythonNeeds {
  /** Names of modules, of which none is a file of the skill. */
  readonly imports: readonly string[]
  /** Requirements, as pyproject.toml and the metadata of scripts (PEP 723) have them. */
  readonly requirements: readonly string[]
  /** What the skill's scripts take out of modules: the module and the name. */
  readonly names: readonly (readonly [module: string, name: string])[]
}

/**
 * Reads what is imported, by Python's own parser: nothing of the texts is executed. An import that a
 * check of types or `except ImportError` surrounds is optional, and left out, unless the handler ends the program.
 */
export function pythonNeeds(
  python: string,
  files: LoadedSkill['files'],
  snippets: readonly string[],
): PythonNeeds {
  const local = files.flatMap(({ name }) => name.replace(/\.py$/, '').split('/'))
  const scripts = files.flatMap(({ name, text }) => (name.endsWith('.py') && text ? [text] : []))
  const projects = files.flatMap(({ name, text }) =>
    /(^|\/)pyproject\.toml$/.test(name) && text ? [text] : [],
  )
  const input = JSON.stringify({ scripts, snippets, projects })
  const { stdout, status } = spawnSync(python, ['-I', '-c', READER], {
    input,
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (status !== 0) return { imports: [], requirements: [], names: [] }
  const { imports, requirements, names } = JSON.parse(stdout) as PythonNeeds
  const isForeign = (module: string): boolean => !local.includes(module)
  return {
    imports: imports.filter(isForeign),
    requirements,
    names: names.filter(([module]) => isForeign(module.split('.')[0] ?? '')),
  }
}

/** A snippet that is no whole program is read by its lines that import. */
const READER = `
import ast, json, re, sys
try: import tomllib
except ImportError: tomllib = None
given = json.load(sys.stdin)
names, taken, requirements = set(), set(), []

def optional(node):
    if isinstance(node, ast.If): return 'TYPE_CHECKING' in ast.dump(node.test)
    if not isinstance(node, ast.Try): return False
    return any(goes_on(h) and (h.type is None or re.search('ImportError|ModuleNotFound|Exception', ast.dump(h.type))) for h in node.handlers)

def goes_on(handler):
    ends = lambda each: isinstance(each, ast.Raise) or isinstance(each, ast.Call) and re.search(r"'(exit|_exit|quit)'", ast.dump(each.func))
    return not any(ends(each) for each in ast.walk(handler))

def visit(node):
    if isinstance(node, ast.Import): names.update(each.name.split('.')[0] for each in node.names)
    elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        names.add(node.module.split('.')[0])
        taken.update((node.module, each.name) for each in node.names if each.name != '*')
    for child in ([] if optional(node) else ast.iter_child_nodes(node)): visit(child)

def read(text):
    try: visit(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError): return False
    return True

def read_lines(text):
    if read(text): return
    for line in text.splitlines():
        if re.match(r'\\s*(import|from)\\s+[A-Za-z_]', line): read(line.strip())

for text in given['scripts']: read_lines(text)
of_scripts = sorted(taken)
for text in given['snippets']: read_lines(text)
for text in given['scripts'] + given['snippets']:
    block = re.search(r'(?m)^# /// script\\s*$([\\s\\S]*?)^# ///\\s*$', text)
    if block and tomllib:
        try: requirements += tomllib.loads(re.sub(r'(?m)^# ?', '', block[1])).get('dependencies', [])
        except Exception: pass
for text in given['projects']:
    try: requirements += tomllib.loads(text).get('project', {}).get('dependencies', [])
    except Exception: pass
known = getattr(sys, 'stdlib_module_names', sys.builtin_module_names)
print(json.dumps({
    'imports': sorted(name for name in names if name not in known and name != '__future__'),
    'requirements': [each for each in requirements if isinstance(each, str)],
    'names': [(module, name) for module, name in of_scripts if module.split('.')[0] not in known],
}))
`
