import { existsSync, readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { invalidOption } from '@skill-state/protocol'

/** Throws `invalid-option` for a folder with files in it. */
export function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw invalidOption(`${folder}: it is not empty: name a new folder`)
}

/** The name of a skill that is written to a folder; undefined if the folder's own gives none. */
export function skillName(folder: string): string | undefined {
  const words = basename(resolve(folder)).toLowerCase()
  return words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || undefined
}
