import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { invalidOption } from '@skill-state/protocol'

/** Whether a name is a path, not a name of a table or of a package: it is absolute, or begins with `./` or `../`. */
export function isPath(name: string): boolean {
  return isAbsolute(name) || /^\.{1,2}([/\\]|$)/.test(name)
}

/** The folder of a package, named by its path or, if it is installed for the folder `from`, by its name. */
export function findPackage(name: string, from: string): string | undefined {
  if (isPath(name)) {
    const path = resolve(from, name)
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined
  }
  if (!packageName.test(name)) return undefined
  const places = createRequire(join(resolve(from), 'package.json')).resolve.paths(name) ?? []
  return places.map((place) => join(place, name)).find((path) => existsSync(join(path, 'package.json')))
}

const packageName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/**
 * The file that importing the package would load, as its `exports` or `main` has it. `shown` is the package as it was
 * named. Throws `invalid-option` if there is none.
 */
export function entryOf(folder: string, shown: string): string {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) {
    throw invalidOption(
      `${shown} is a folder without package.json; name the folder of a package, or a module`,
    )
  }
  const { exports, main = 'index.js' } = readManifest(file, shown)
  const target = exports === undefined ? main : targetOf(isSubpaths(exports) ? exports['.'] : exports)
  if (typeof target !== 'string') {
    throw invalidOption(
      `${shown}: its package.json exports nothing under "."; add the module of its benchmark`,
    )
  }
  const entry = resolve(folder, target)
  if (existsSync(entry)) return entry
  throw invalidOption(
    `${shown}: its package.json names ${target}, which does not exist; build the package first, with npm run build`,
  )
}

interface Manifest {
  readonly exports?: unknown
  readonly main?: unknown
}

function readManifest(file: string, shown: string): Manifest {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as Manifest
  } catch {
    throw invalidOption(`${shown}: its package.json is not JSON, or cannot be read`)
  }
}

/** Those of `import` in Node.js. */
const conditions: readonly string[] = ['import', 'node', 'module-sync', 'default']

/** The first target whose conditions hold, as Node.js looks for it. */
function targetOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (typeof exports !== 'object' || exports === null) return undefined
  const candidates = Array.isArray(exports)
    ? exports
    : Object.entries(exports).flatMap(([condition, target]) =>
        conditions.includes(condition) ? [target] : [],
      )
  for (const candidate of candidates) {
    const found = targetOf(candidate)
    if (found !== undefined) return found
  }
  return undefined
}

function isSubpaths(exports: unknown): exports is Readonly<Record<string, unknown>> {
  return (
    typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'))
  )
}
