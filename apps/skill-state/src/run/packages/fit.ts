import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '@skill-state/sandbox'
import { type Environment, type EnvironmentOptions, packageEnvironment } from './environment.ts'
import { type PackageNeeds, packageKey } from './needs.ts'

/** Packages that have what the skill's scripts import from them. */
export interface FittingEnvironment extends Environment {
  /** Older versions that were installed since the newest ones lack something, each with the reason. */
  readonly pinned: readonly string[]
  readonly lacking: readonly string[]
}

/** A name that a script imports and the installed package does not have. */
interface Lack {
  readonly package: string
  readonly version: string
  readonly module: string
  readonly name: string
}

type Fit = Pick<FittingEnvironment, 'pinned' | 'lacking'> & Pick<PackageNeeds, 'python'>

const MAX_TRIES = 4

/**
 * The packages of a skill, of which each has the names that the scripts import: a package whose newest version dropped one is
 * installed in an older major version. The names are looked for in the sandbox, once.
 */
export async function fittingEnvironment(
  needs: PackageNeeds,
  { sandbox, ...options }: EnvironmentOptions & { readonly sandbox: Sandbox },
): Promise<FittingEnvironment> {
  const { names } = needs
  const first = await packageEnvironment(needs, options)
  if (first.folder === undefined || names.length === 0) return { ...first, pinned: [], lacking: [] }
  const digest = createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 12)
  const record = join(first.folder, `fit-${digest}.json`)
  if (existsSync(record)) {
    const { python, pinned, lacking } = JSON.parse(readFileSync(record, 'utf8')) as Fit
    return { ...(await packageEnvironment({ ...needs, python }, options)), pinned, lacking }
  }
  let { python } = needs
  let environment = first
  const pinned: string[] = []
  let lacks = await lacksOf(sandbox, environment, names)
  for (let tries = 0; lacks.length > 0 && options.install !== undefined && tries < MAX_TRIES; tries += 1) {
    const older = lacks.reduce(withoutMajor, python)
    const made = await packageEnvironment({ ...needs, python: older }, options)
    if (made.missing.length > first.missing.length) break
    pinned.push(...pinsOf(python, older, lacks))
    ;[python, environment] = [older, made]
    lacks = await lacksOf(sandbox, environment, names)
  }
  const fit: Fit = { python, pinned, lacking: lacks.map(lackText) }
  if (options.install !== undefined) writeFileSync(record, JSON.stringify(fit))
  return { ...environment, pinned, lacking: fit.lacking }
}

/** The requirements, with the package below the major version that lacks something. One of an exact version stays. */
function withoutMajor(python: readonly string[], { package: owner, version }: Lack): readonly string[] {
  const major = Number.parseInt(version, 10)
  return python.map((each) => {
    if (packageKey(each) !== packageKey(owner) || each.includes('==') || !(major > 0)) return each
    const rest = each.replace(/,?<\d+$/, '')
    return `${rest}${/[<>=!~]/.test(rest) ? ',' : ''}<${major}`
  })
}

function pinsOf(
  before: readonly string[],
  after: readonly string[],
  lacks: readonly Lack[],
): readonly string[] {
  const made = after.filter((each) => !before.includes(each))
  return made.map((each) => {
    const reasons = lacks.filter((lack) => packageKey(lack.package) === packageKey(each)).map(lackText)
    return `${each}, since ${reasons.join(', and ')}`
  })
}

function lackText({ package: owner, version, module, name }: Lack): string {
  return `${owner} ${version} has no ${name} in ${module}`
}

async function lacksOf(
  sandbox: Sandbox,
  { mounts, env }: Environment,
  names: PackageNeeds['names'],
): Promise<readonly Lack[]> {
  const session = await sandbox.open({ folder: '/workspace', files: [], mounts, env })
  try {
    const command = ['python3', '-c', FIND_NAMES, JSON.stringify(names)]
    const { output } = await session.exec(command, { cwd: '/workspace', timeoutMs: 120_000 })
    const lines = Buffer.from(output).toString().split('\n')
    return lines.flatMap((line) => (line.startsWith('@lack ') ? [JSON.parse(line.slice(6)) as Lack] : []))
  } finally {
    await session.close()
  }
}

/** A module that fails for another reason, such as a missing display, is left out. */
const FIND_NAMES = `import importlib, importlib.metadata, json, sys
owners = importlib.metadata.packages_distributions()
for module, name in json.loads(sys.argv[1]):
    owner = owners.get(module.split('.')[0], [None])[0]
    if owner is None: continue
    try:
        if hasattr(importlib.import_module(module), name): continue
        importlib.import_module(module + '.' + name)
        continue
    except ModuleNotFoundError as error:
        if not (module + '.' + name).startswith(error.name or ' '): continue
    except BaseException: continue
    version = importlib.metadata.version(owner)
    print('\\n@lack ' + json.dumps({'package': owner, 'version': version, 'module': module, 'name': name}))
`
