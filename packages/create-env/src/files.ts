import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifestText } from './manifest.ts'
import type { Versions } from './versions.ts'

/** The name that the template has: it is a package of this name, and is replaced everywhere. */
const TEMPLATE_NAME = 'parcel-locker'

const template = fileURLToPath(new URL('../template', import.meta.url))

/** A file of the new package. */
export interface NewFile {
  /** As seen from the folder of the package. */
  readonly path: string
  readonly text: string
}

/** All files of a new package. */
export function filesOf(name: string, versions: Versions): readonly NewFile[] {
  const copied = readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: file.slice(template.length + 1).replace(/^_/, '.'), // npm packs no .gitignore, so it is _gitignore
      text: readFileSync(file, 'utf8').replaceAll(TEMPLATE_NAME, name),
    }))
  return [{ path: 'package.json', text: manifestText(name, versions) }, ...copied]
}
