import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { getItem } from '../src/python/containers.ts'
import { parsePythonJson } from '../src/python/text/parse-json.ts'
import type { PythonValue } from '../src/python/value.ts'

/** Reads JSON Lines, gzipped where the name says so. */
export function readRecords(path: string): readonly PythonValue[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => parsePythonJson(line))
}

/** A text of a record; throws if it is none. */
export function textOf(record: PythonValue, key: string): string {
  const value = getItem(record, key)
  if (typeof value !== 'string') throw new TypeError(`the record's ${key} is no text`)
  return value
}
