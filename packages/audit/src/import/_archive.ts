import { openPromise } from 'yauzl'
import { piped, zstandard } from './_files.ts'

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
      yield { name: entry.fileName, bytes: isZstandard ? piped(raw, zstandard()) : raw }
    }
  } finally {
    archive.close()
  }
}
