import { type ErrorCode, SkillStateError } from '@skill-state/protocol'
import type { StoredRecord } from '../store.ts'

/** Throws unless both lists hold the same records; the message names the first difference. */
export function ensureSame(
  actual: Iterable<StoredRecord>,
  wanted: readonly StoredRecord[],
  what: string,
): void {
  const found = [...actual]
  for (const [at, record] of wanted.entries()) {
    const { body, chain } = found[at] ?? { body: 'nothing', chain: 'nothing' }
    if (body === record.body && chain === record.chain) continue
    const shown = `${show(record.body)} under ${record.chain}, saw ${show(body)} under ${chain}`
    throw new Error(`expected ${what} [${at}] to be ${shown}`)
  }
  if (found.length > wanted.length) {
    throw new Error(`expected ${wanted.length} ${what}, saw ${found.length}`)
  }
}

/** Throws unless the call throws a `SkillStateError`, of this code if one is given. */
export function ensureRejected(call: () => unknown, what: string, code?: ErrorCode): void {
  try {
    call()
  } catch (error) {
    if (error instanceof SkillStateError && (code === undefined || error.code === code)) return
    const seen = error instanceof Error ? error.message : String(error)
    throw new Error(`expected ${what} to throw SkillStateError '${code ?? 'any'}', saw ${show(seen)}`)
  }
  throw new Error(`expected ${what} to be rejected, saw it done`)
}

function show(text: string): string {
  const line = text.replace(/\s+/gu, ' ')
  return line.length > 80 ? `${line.slice(0, 80)}… (${text.length} characters)` : line
}
