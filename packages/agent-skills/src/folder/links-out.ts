import { readdirSync, readlinkSync, realpathSync, unlinkSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { printableLine } from '@skill-state/protocol'

/** What a sandbox shows of the system: a link to there names the same file inside and outside. */
const SYSTEM = /^\/(usr\/)?(bin|sbin|lib\w*|share|include)\//

/** What lies below a folder and leads out of it: links, with what they name, and folders that cannot be read. */
export type LinksOut = ReadonlyMap<string, string | undefined>

/** Finds the links below a folder that lead out of it, and follows none. */
export function findLinksOut(folder: string): LinksOut {
  const root = realpathSync(folder)
  const found = new Map<string, string | undefined>()
  const visit = (place: string): void => {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const path = join(place, entry.name)
      if (entry.isDirectory()) folders.push(path)
      if (entry.isSymbolicLink() && leadsOut(root, path)) found.set(path, readlinkSync(path))
    }
  }
  const folders = [root]
  for (let place = folders.pop(); place !== undefined; place = folders.pop()) {
    try {
      visit(place)
    } catch {
      found.set(place, undefined)
    }
  }
  return found
}

/** Removes the links out of a folder that were not there before: opening one would reach a file of this machine. */
export function removeLinksOut(folder: string, before: LinksOut, tell: (warning: string) => void): void {
  for (const [path, target] of findLinksOut(folder)) {
    if (before.has(path) && before.get(path) === target) continue
    if (target === undefined) {
      tell(printableLine(`${path} cannot be read: look for links before you use what is in it`))
      continue
    }
    unlinkSync(path)
    tell(
      printableLine(`removed the link ${path} that a command made: it leads out of the folder, to ${target}`),
    )
  }
}

function leadsOut(root: string, path: string): boolean {
  const target = readlinkSync(path)
  if (SYSTEM.test(target) && !target.includes('..')) return false
  try {
    const place = realpathSync(path)
    return place !== root && !place.startsWith(root + sep)
  } catch {
    return isAbsolute(target) || target.split(sep).includes('..') // to nothing, as yet
  }
}
