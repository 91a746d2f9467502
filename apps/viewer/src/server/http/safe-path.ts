import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * The names in a URL's path, each decoded once. Undefined if one of them could lead elsewhere: `..`, an empty name, a
 * separator or a null byte that was encoded, or an invalid encoding.
 */
export function pathNames(pathname: string): readonly string[] | undefined {
  try {
    const names = pathname.replace(/^\//, '').split('/').map(decodeURIComponent)
    return names.every(isPlain) ? names : undefined
  } catch {
    return undefined
  }
}

function isPlain(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)
}

/** The real path of a file below a folder; undefined if there is none, or if a link leads out of the folder. */
export function fileBelow(folder: string, names: readonly string[]): string | undefined {
  if (!names.every(isPlain)) return undefined
  try {
    const root = realpathSync(folder)
    const path = realpathSync(join(root, ...names))
    return path.startsWith(root + sep) && statSync(path).isFile() ? path : undefined
  } catch {
    return undefined
  }
}
