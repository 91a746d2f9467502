import { SkillStateError } from '../../errors.ts'
import type { ErrorCode } from '../../issues.ts'

const longest = 160

/** What was expected and what was seen, on one line. */
export class Complaint extends Error {
  /** The fix, if it differs from the fix that the rule suggests. */
  readonly mend: string | undefined

  constructor(message: string, mend?: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'Complaint'
    this.mend = mend
  }
}

/** Throws a `Complaint` if the condition is false. */
export function ensure(
  condition: boolean,
  expected: string,
  seen: unknown,
  mend?: string,
): asserts condition {
  if (!condition) throw new Complaint(`expected ${expected}, saw ${show(seen)}`, mend)
}

/** Throws unless both values have the same JSON text. */
export function ensureSame(actual: unknown, wanted: unknown, what: string): void {
  if (JSON.stringify(actual) === JSON.stringify(wanted)) return
  throw new Complaint(`expected ${what} to be ${show(wanted)}, saw ${show(actual)}`)
}

/** Throws unless both lists have the same JSON texts; the message names the first difference. */
export function ensureSameList(actual: readonly unknown[], wanted: readonly unknown[], what: string): void {
  const shared = Math.min(actual.length, wanted.length)
  for (let index = 0; index < shared; index += 1) {
    ensureSame(actual[index], wanted[index], `${what} [${index}]`)
  }
  ensureSame(actual.length, wanted.length, `the number of ${what}`)
}

/** The error that the call rejects with. Throws if the call succeeds. */
export async function rejection(call: () => Promise<unknown>, what: string): Promise<unknown> {
  let value: unknown
  try {
    value = await call()
  } catch (error) {
    return error
  }
  throw new Complaint(`expected ${what} to reject, saw the answer ${show(value)}`)
}

/** Throws unless the error is a `SkillStateError` of the code. */
export function ensureCode(error: unknown, code: ErrorCode, what: string): void {
  const matches = error instanceof SkillStateError && error.code === code
  ensure(matches, `${what} to throw SkillStateError '${code}'`, error)
}

/** The value on one line, cut if it is long. */
export function show(value: unknown): string {
  const text = value instanceof Error ? describe(value) : (JSON.stringify(value) ?? String(value))
  const line = text.replace(/\s+/gu, ' ')
  return line.length <= longest ? line : `${line.slice(0, longest)}… (${line.length} characters)`
}

function describe(error: Error): string {
  const code = error instanceof SkillStateError ? ` '${error.code}'` : ''
  return `${error.name}${code}: ${error.message}`
}
