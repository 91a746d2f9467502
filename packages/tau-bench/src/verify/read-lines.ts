import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { reasonOf, SkillStateError } from '@skill-state/protocol'
import { isDict, parsePythonJson, type ReadonlyDict } from '../python/index.ts'

export interface RecordLine {
  readonly line: number
  readonly value: ReadonlyDict
}

/** Reads a file as text, unpacked if it is gzipped, whatever its name. Throws `invalid-data`. */
export function readRecordText(file: string): string {
  return atPlace(`${file} cannot be read as UTF-8 text`, () => {
    const bytes = readFileSync(file)
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    return new TextDecoder('utf-8', { fatal: true }).decode(isGzip ? gunzipSync(bytes) : bytes)
  })
}

/** Reads JSON Lines, each an object; empty lines are passed over. Throws `invalid-data`, which names file and line. */
export function* readRecordLines(file: string): Iterable<RecordLine> {
  for (const [index, text] of readRecordText(file).split('\n').entries()) {
    if (text.trim() === '') continue
    yield { line: index + 1, value: atLine(file, index + 1, () => toDict(parsePythonJson(text))) }
  }
}

/** Names file and line in whatever the reader of a line throws. */
export function atLine<Value>(file: string, line: number, read: () => Value): Value {
  return atPlace(`${file}:${line}: no record of τ-bench`, read)
}

/** Puts a place before whatever the reader throws, as `invalid-data`. */
export function atPlace<Value>(place: string, read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new SkillStateError('invalid-data', `${place}: ${reason}`, { cause })
  }
}

function toDict(value: ReturnType<typeof parsePythonJson>): ReadonlyDict {
  if (isDict(value)) return value
  throw new TypeError('the line is not a JSON object')
}
