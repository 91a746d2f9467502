import type { LoadedSkill } from '@skill-state/agent-skills'
import { findSandbox } from '@skill-state/sandbox'
import { fittingEnvironment } from './fit.ts'
import { packageName, packageNeeds } from './needs.ts'

/** What a sandbox on this machine lacks for a skill. */
export interface Lacking {
  readonly programs: readonly string[]
  readonly packages: readonly string[]
  readonly names: readonly string[]
  /** Older versions that were installed for such names, each with the reason. */
  readonly pinned: readonly string[]
}

/** Looks in the sandbox, with the packages that are there. Undefined if no sandbox works here. */
export async function inspect(
  loaded: LoadedSkill,
  install: ((text: string) => void) | undefined,
): Promise<Lacking | undefined> {
  const sandbox = await findSandbox().catch(() => undefined)
  if (sandbox === undefined) return undefined
  const needs = packageNeeds(loaded.files)
  const environment = await fittingEnvironment(needs, { sandbox, name: loaded.name, install, again: true })
  const { mounts, env, missing, pinned, lacking: names } = environment
  const programs = loaded.programs.map(({ name }) => name)
  const { python, node } = needs.imports
  if (programs.length + python.length + node.length === 0)
    return { programs: [], packages: missing, names, pinned }
  const session = await sandbox.open({ folder: '/workspace', files: [], mounts, env })
  const linesOf = async (words: readonly string[]): Promise<readonly string[]> => {
    const { output } = await session.exec(words, { cwd: '/workspace', timeoutMs: 60_000 })
    return Buffer.from(output).toString().split('\n').filter(Boolean)
  }
  try {
    const modules = [
      ...(await linesOf(['python3', '-c', FIND_MODULES, ...python])),
      ...(await linesOf(['bash', '-c', FIND_FOLDERS, 'bash', ...node])),
    ]
    const isThere = (each: string): boolean =>
      [...python, ...node].some((name) => needs.packageOf(name) === each && !modules.includes(name))
    const uninstalled = missing.filter((each) => !isThere(each)) // the system may have one that no version is asked of
    const listed = uninstalled.map(packageName)
    const others = modules.map((name) => needs.packageOf(name)).filter((name) => !listed.includes(name))
    const packages = new Set([...uninstalled, ...others])
    const absent = await linesOf(['bash', '-c', FIND_PROGRAMS, 'bash', ...programs])
    return {
      programs: absent.filter((name) => !packages.has(name)),
      packages: [...packages].sort(),
      names,
      pinned,
    }
  } finally {
    await session.close()
  }
}

const FIND_PROGRAMS = 'for name; do command -v -- "$name" >/dev/null || echo "$name"; done'
const FIND_FOLDERS = 'for name; do [ -d "/node_modules/$name" ] || echo "$name"; done'
const FIND_MODULES = `import importlib.util, sys
for name in sys.argv[1:]:
    if importlib.util.find_spec(name) is None: print(name)`
