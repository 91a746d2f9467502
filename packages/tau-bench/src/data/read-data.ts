import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { reasonOf, SkillStateError } from '@skill-state/protocol'

/** Where to get the data, and how to name its folder. */
export const whereToGet =
  'get the GitHub repository sierra-research/tau-bench, run python3 export.py CHECKOUT FOLDER (in scripts of @skill-state/tau-bench), and name FOLDER by --data or TAU_BENCH_DIR'

/** Reads a UTF-8 file, unpacked if its name ends in `.gz`, and makes something of its text. Whatever fails is an `invalid-data` error that names the file. */
export function readData<Value>(
  path: string,
  make: (text: string) => Value,
  source: string = whereToGet,
): Value {
  const text = readText(path, source)
  try {
    return make(text)
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new SkillStateError(
      'invalid-data',
      `${path} is damaged, copied only in part, or of another version: ${reason}; ${source}`,
      { cause },
    )
  }
}

function readText(path: string, source: string): string {
  try {
    const bytes = readFileSync(path)
    const plain = path.endsWith('.gz') ? gunzipSync(bytes) : bytes
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain)
  } catch (cause) {
    const reason = cause instanceof TypeError ? 'is not UTF-8' : 'cannot be read'
    throw new SkillStateError('invalid-data', `${path} ${reason}; ${source}`, { cause })
  }
}
