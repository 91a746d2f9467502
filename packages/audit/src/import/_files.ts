import { createReadStream, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { invalidOption } from '@skill-state/protocol'

/** The files that the given paths name; a folder stands for all recordings in it, in order of their names. */
export function filesOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const kind = statSync(path, { throwIfNoEntry: false })
    if (kind === undefined) throw invalidOption(`${path}: no such file or folder`)
    if (kind.isFile()) return [path]
    if (!kind.isDirectory()) throw invalidOption(`${path}: not a regular file or folder`)
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
    const recordings = names.filter((name) => /\.(json|jsonl|ndjson|eval)(\.gz|\.zst)?$/i.test(name))
    return recordings.sort(byName).map((name) => join(path, name))
  })
}

const { compare: byName } = new Intl.Collator('en', { numeric: true })

/** The bytes of a file up to a size, unpacked if it is gzip or Zstandard, whatever its name. A chunk is used again for the next one. */
export async function* bytesOf(
  path: string,
  size: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  if (size === 0) return
  const unpack = await unpackerOf(path)
  if (unpack === undefined) yield* plainBytes(path, size)
  else {
    yield* piped(createReadStream(path, { highWaterMark: 1 << 18, end: size - 1 }), unpack)
  }
}

/** What a stream gives through another one, which ends with its errors. */
export function piped(from: Readable, through: Transform): AsyncIterable<Buffer> {
  from.on('error', (error) => through.destroy(error))
  return from.pipe(through)
}

/** The bytes as they are, always in the same buffer: a new one for each chunk of a gigabyte would take hundreds of megabytes. */
async function* plainBytes(path: string, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(1 << 18)
  const file = await open(path)
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function unpackerOf(path: string): Promise<Transform | undefined> {
  if (await startsWith(path, [0x1f, 0x8b])) return zlib.createGunzip({ chunkSize: 1 << 18 })
  return (await startsWith(path, [0x28, 0xb5, 0x2f, 0xfd])) ? zstandard() : undefined
}

export function zstandard(): Transform {
  if (zlib.createZstdDecompress === undefined) throw new Error('packed by Zstandard, which needs Node 22.15')
  return zlib.createZstdDecompress()
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
