// Runs the scripts of a skill and tries what `check` says of it, in the sandbox that a run would have.
import type { LoadedSkill } from '@skill-state/agent-skills'
import type { Sandbox } from '@skill-state/sandbox'
import { fittingEnvironment } from '../src/run/packages/fit.ts'
import type { Lacking } from '../src/run/packages/inspect.ts'
import { packageKey, packageNeeds } from '../src/run/packages/needs.ts'

interface Truth {
  /** Scripts that were run. */
  readonly scripts: number
  /** What check says is missing and is there. */
  readonly untrue: readonly string[]
  /** What a script misses and check does not name, with the script. */
  readonly missed: readonly string[]
}

/** Most scripts of one skill that are run, and milliseconds for one. */
const [MAX_SCRIPTS, RUN_MS] = [15, 10_000]

/** What a script prints when something is missing; the first group names it. */
const SIGNS = [
  /ModuleNotFoundError: No module named '([\w.]+)'/,
  /ImportError: cannot import name '(\w+)'/,
  /Cannot find (?:module|package) '([^'./][^']*)'/,
  /: line \d+: ([\w.-]+): command not found/,
  /FileNotFoundError: \[Errno 2\] No such file or directory: '(\w[\w-]*)'/,
  /\b(?:pip3? install|npm install(?: -g)?|apt(?:-get)? install(?: -y)?) +["']?([\w@/.-]+)/,
]

/** Prints the modules that cannot be imported, and the programs after `--` that can be started. */
const TRY = `import importlib, subprocess, sys
cut = sys.argv.index('--')
for name in sys.argv[1:cut]:
    try: importlib.import_module(name)
    except ImportError: print('no module', name)
    except BaseException: pass
for name in sys.argv[cut + 1:]:
    try: subprocess.run([name, '--version'], capture_output=True, timeout=3); print('program', name)
    except FileNotFoundError: pass
    except BaseException: print('program', name)`

/** Compares what check says with what the sandbox shows. */
export async function missedBy(loaded: LoadedSkill, lacking: Lacking, sandbox: Sandbox): Promise<Truth> {
  const needs = packageNeeds(loaded.files)
  const scripts = loaded.files.filter(({ name }) => /\.(py|sh|js|mjs|cjs)$/.test(name)).slice(0, MAX_SCRIPTS)
  const { python } = needs.imports
  if (scripts.length + python.length + lacking.programs.length === 0)
    return { scripts: 0, untrue: [], missed: [] }
  const { mounts, env } = await fittingEnvironment(needs, { sandbox, name: loaded.name, install: undefined })
  const files = loaded.files.map(({ name }) => name)
  const readOnly = { folder: '/skill', from: loaded.folder, files }
  const session = await sandbox.open({ folder: '/workspace', files: [], mounts, env, readOnly })
  const exec = async (words: readonly string[]) => {
    const { output, exitCode } = await session.exec(words, { cwd: '/workspace', timeoutMs: RUN_MS })
    return { said: Buffer.from(output).toString(), code: exitCode }
  }
  const missed: string[] = []
  try {
    const { said: tried } = await exec(['python3', '-c', TRY, ...python, '--', ...lacking.programs])
    const absent = [...tried.matchAll(/^no module (\S+)$/gm)].map(([, name = '']) => name)
    const untrue = [...tried.matchAll(/^program (\S+)$/gm)].map(([, name = '']) => name)
    for (const module of python) {
      const isSaid = says(lacking, needs.packageOf(module))
      if (isSaid && !absent.includes(module)) untrue.push(module)
      if (!isSaid && absent.includes(module)) missed.push(`import ${module}`)
    }
    for (const { name } of scripts) {
      if (!session.alive) break
      const program = /py$/.test(name) ? 'python3' : /sh$/.test(name) ? 'bash' : 'node'
      const { said, code } = await exec([program, `/skill/${name}`, '--help'])
      const [, what] = code === 0 ? [] : (SIGNS.map((sign) => sign.exec(said)).find(Boolean) ?? [])
      if (what === undefined || isOwn(what, files)) continue
      if (!says(lacking, needs.packageOf(what.split('.')[0] ?? ''))) missed.push(`${name}: ${what}`)
    }
    return { scripts: scripts.length, untrue, missed: [...new Set(missed)] }
  } finally {
    await session.close()
  }
}

/** Whether check names it: a package, a program, or a name in a package. */
function says({ programs, packages, names }: Lacking, what: string): boolean {
  return (
    programs.some((each) => each === what || what.startsWith(`${each}-`)) || // tesseract-ocr brings tesseract
    packages.some((each) => packageKey(each) === packageKey(what)) ||
    names.some((each) => each.includes(` no ${what} in `))
  )
}

/** Whether it is a module of the skill's own, which another working folder would find. */
function isOwn(what: string, files: readonly string[]): boolean {
  const [first = ''] = what.split(/[./]/)
  return files.some(
    (file) => file.split('/').includes(first) || file.endsWith(`/${first}.py`) || file === `${first}.py`,
  )
}
