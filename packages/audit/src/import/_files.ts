import { createReadStream, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { invalidOption } from '@skill-state/protocol'

/** The files that the given paths name; a folder stands for all recordings in it, in order of their names. */
export function filesOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const kind = statSync(path, { throwIfNoEntry: false })
    if (kind === undefined) throw invalidOption(`${path}: no such file or folder`)
    if (kind.isFile()) return [path]
    if (!kind.isDirectory()) throw invalidOption(`${path}: not a regular file or folder`)
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
    const recordings = names.filter((name) => /\.(json|jsonl|ndjson|eval)(\.gz)?$/i.test(name))
    return recordings.sort(byName).map((name) => join(path, name))
  })
}

const { compare: byName } = new Intl.Collator('en', { numeric: true })

/** The bytes of a file, decompressed if it is gzip, whatever its name. */
export async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  if (!(await startsWith(path, [0x1f, 0x8b]))) yield* file as AsyncIterable<Buffer>
  else {
    const text = file.pipe(createGunzip({ chunkSize: 1 << 18 }))
    file.on('error', (error) => text.destroy(error))
    yield* text as AsyncIterable<Buffer>
  }
}

export async function startsWith(path: string, magic: readonly number[]): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return bytesRead === magic.length && magic.every((byte, at) => buffer[at] === byte)
  } finally {
    await file.close()
  }
}
