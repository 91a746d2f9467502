import { createHash } from 'node:crypto'
import { excerpts } from './excerpt.ts'

/** An answer as records give it: its text, null if Python raised instead, or only the text's digest. */
export interface RecordedAnswer {
  readonly observation?: string | null | undefined
  readonly observation_sha256_32?: string | null | undefined
}

/** What a comparison of one record with the port came to. */
export class Findings {
  /** One line each: which call, what was expected and what came. */
  readonly mismatches: string[] = []
  /** Number of calls executed. */
  calls = 0
  /** Number of recorded values compared. */
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

  /** Compares an answer, `undefined` if Python raises. */
  expectAnswer(what: string, recorded: RecordedAnswer, found: string | undefined): void {
    const { observation, observation_sha256_32: digest } = recorded
    if (typeof observation === 'string') this.expect(what, observation, found)
    else if (observation === null)
      this.expect(what, 'nothing, as Python raises', found ?? 'nothing, as Python raises')
    if (typeof digest === 'string') {
      this.expect(`${what}, sha256`, digest, found === undefined ? undefined : digestOf(found))
    }
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
