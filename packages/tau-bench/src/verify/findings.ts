import { createHash } from 'node:crypto'
import type { Database } from '../data/open-database.ts'
import type { Evaluation } from '../evaluator/evaluation.ts'
import { canonicalHash, officialHash } from '../hash/database-hash.ts'
import type { Fields } from './fields.ts'

const shownBefore = 16
const shownAfter = 60

type Shown = string | number | boolean | undefined

/** Two differing values on one line, texts cut to the neighbourhood of their first difference. */
export function excerpts(expected: Shown, found: Shown): { expected: string; found: string } {
  if (typeof expected !== 'string' || typeof found !== 'string')
    return { expected: excerpt(expected, 0), found: excerpt(found, 0) }
  const from = Math.max(0, firstDifference(expected, found) - shownBefore)
  return { expected: excerpt(expected, from), found: excerpt(found, from) }
}

function excerpt(value: Shown, from: number): string {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'string') return String(value)
  // Escapes keep it on one line; of quotes, an answer has too many.
  const to = from + shownBefore + shownAfter
  const cut = JSON.stringify(value.slice(from, to)).slice(1, -1).replaceAll('\\"', '"')
  return `'${from > 0 ? '…' : ''}${cut}${to < value.length ? '…' : ''}'`
}

function firstDifference(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}

export class Findings {
  /** One line each: which call, what was expected and what came. */
  readonly mismatches: string[] = []
  calls = 0
  checks = 0

  /** Compares a recorded value; one that the record leaves out is not checked. */
  expect<Value extends string | number | boolean>(
    what: string,
    expected: Value | undefined,
    found: Value | undefined,
  ): void {
    if (expected === undefined) return
    this.checks += 1
    if (expected === found) return
    const shown = excerpts(expected, found)
    this.mismatches.push(`${what}: expected ${shown.expected}, came ${shown.found}`)
  }

  /** Compares an answer, undefined if Python raises. A record has its text, null, or only the text's digest. */
  expectAnswer(what: string, recorded: Fields, found: string | undefined): void {
    const raises = 'nothing, as Python raises'
    if (recorded.has('observation'))
      this.expect(what, recorded.text('observation') ?? raises, found ?? raises)
    const digest = recorded.text('observation_sha256_32')
    this.expect(`${what}, sha256`, digest, found === undefined ? undefined : digestOf(found))
  }

  /** Compares the two hashes of a database with the record's fields, whose names may begin with a word. */
  expectHashes(what: string, recorded: Fields, database: Database, begin = ''): void {
    const [official, canonical] = ['official', 'canonical'].map((kind) =>
      recorded.text(`${begin}${kind}_hash`),
    )
    if (official !== undefined) this.expect(`official hash of ${what}`, official, officialHash(database))
    if (canonical !== undefined) this.expect(`canonical hash of ${what}`, canonical, canonicalHash(database))
  }

  expectOutputs(recorded: Fields, evaluation: Evaluation | undefined): void {
    const outputs = recorded.part('outputs')
    for (const text of outputs?.dict.keys() ?? [])
      this.expect(`output ${JSON.stringify(text)} found`, outputs?.flag(text), evaluation?.outputs.get(text))
    this.expect('number of outputs', outputs?.dict.size, evaluation?.outputs.size)
  }

  /** Something that keeps the record from being checked any further. */
  fail(line: string): void {
    this.checks += 1
    this.mismatches.push(line)
  }
}

/** The first 32 hex digits of the SHA-256 of a text's UTF-8. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
