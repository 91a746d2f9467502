import { isUtf8 } from 'node:buffer'
import { reasonOf, SkillStateError } from '@skill-state/protocol'
import { readIfThere } from './_files.ts'

const NEWLINE = 10

/** The text of a file that keeps one answer: what was asked on the first line, the answer's JSON on the second. */
export function entryText(asked: string, answer: object): string {
  return `${asked}\n${JSON.stringify(answer)}\n`
}

/**
 * The answer that a file keeps; undefined if there is no such file. `parse` throws an error that says what is
 * wrong with the JSON. Throws `invalid-recording` with file and line if the file keeps no answer to what is asked.
 */
export function readEntry<T>(file: string, asked: string, parse: (answer: unknown) => T): T | undefined {
  const bytes = readWhole(file)
  if (bytes === undefined) return undefined
  const first = Buffer.from(`${asked}\n`)
  if (!bytes.subarray(0, first.length).equals(first)) {
    throw invalid(`${file}:1`, new Error('the line is not the one that the file is named after'))
  }
  return readLine(bytes.subarray(first.length), `${file}:2`, parse)
}

/** The value of a file's only line; undefined if there is no such file. Throws as `readEntry` does. */
export function readOnlyLine<T>(file: string, parse: (value: unknown) => T): T | undefined {
  const bytes = readWhole(file)
  return bytes && readLine(bytes, `${file}:1`, parse)
}

function readWhole(file: string): Buffer | undefined {
  try {
    return readIfThere(file)
  } catch (error) {
    throw invalid(`${file}:1`, error)
  }
}

function readLine<T>(line: Buffer, place: string, parse: (value: unknown) => T): T {
  try {
    if (line.indexOf(NEWLINE) !== line.length - 1)
      throw new Error('expected one whole line, and the last one')
    if (!isUtf8(line)) throw new Error('the line is not UTF-8')
    return parse(parseJson(line.toString()))
  } catch (error) {
    throw invalid(place, error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the line is not JSON')
  }
}

function invalid(place: string, cause: unknown): SkillStateError {
  const reason = reasonOf(cause)
  const message = `${place}: ${reason}; restore the file, or remove it and record again`
  return new SkillStateError('invalid-recording', message, { cause })
}
