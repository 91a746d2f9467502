import type { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'

/** The method number of Zstandard in a zip file. */
const ZSTANDARD = 93

/** A file in an archive. Its bytes are read before the next file is taken. */
export interface ArchivedFile {
  readonly name: string
  readonly bytes: AsyncIterable<Buffer>
}

/** The samples in an Inspect `.eval` archive, in its order. */
export async function* samplesOf(path: string): AsyncGenerator<ArchivedFile> {
  const archive = await openPromise(path)
  try {
    for await (const entry of archive.eachEntry()) {
      if (!/^samples\/.*\.json$/.test(entry.fileName)) continue
      const isZstandard = entry.compressionMethod === ZSTANDARD
      const raw = await archive.openReadStreamPromise(entry, isZstandard ? { decodeFileData: false } : {})
      yield { name: entry.fileName, bytes: decoded(entry, raw) }
    }
  } finally {
    archive.close()
  }
}

function decoded(entry: Entry, raw: Readable): AsyncIterable<Buffer> {
  if (entry.compressionMethod !== ZSTANDARD) return raw
  if (zlib.createZstdDecompress === undefined) throw new Error('packed by Zstandard, which needs Node 22.15')
  const text = raw.pipe(zlib.createZstdDecompress())
  raw.on('error', (error) => text.destroy(error))
  return text
}
