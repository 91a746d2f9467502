import { createHash } from 'node:crypto'

/** SHA-256 over files, by name and length, whatever the order in which they were read. Hexadecimal. */
export function hashFiles(files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const name of [...files.keys()].sort()) {
    const text = files.get(name) ?? ''
    hash.update(JSON.stringify([name, text.length])).update(text)
  }
  return hash.digest('hex')
}
