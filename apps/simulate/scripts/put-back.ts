import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './faults.ts'

/** A file of the source, and its text with a fault in it. */
export function putBack({ file, now, before }: Fault): { readonly file: string; readonly source: string } {
  const path = join(import.meta.dirname, '../../../packages', file)
  const source = readFileSync(path, 'utf8')
  if (source.split(now).length !== 2) throw new Error(`${file} does not have this once: ${now}`)
  return { file: path, source: source.replace(now, () => before) }
}
