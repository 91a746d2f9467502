import { isUtf8 } from 'node:buffer'
import type { StoredRecord } from '../store.ts'
import { CHAIN_LENGTH, chainOf } from './chain.ts'
import { type File, lastLineBreak, linesBackward, linesForward } from './lines.ts'

const CHAIN_KEY = ',"chain":"'
const LINE_END = '"}'
const BEGIN = '{"'

export function lineOf({ body, chain }: StoredRecord): string {
  return `${body.slice(0, -1)}${CHAIN_KEY}${chain}${LINE_END}\n`
}

/** The record of a line; one without a chain value if the line holds none. */
export function readLine(line: Buffer): StoredRecord {
  const text = line.toString()
  const at = text.length - CHAIN_KEY.length - CHAIN_LENGTH - LINE_END.length
  const whole = text.startsWith(CHAIN_KEY, at) && text.endsWith(LINE_END) && isUtf8(line)
  if (!whole) return { body: text, chain: '' }
  return { body: `${text.slice(0, at)}}`, chain: text.slice(at + CHAIN_KEY.length, -LINE_END.length) }
}

/** True of a line that was torn, that came second, or that a loss of power left unwritten. JSON text has no NUL. */
export function isVoid(line: Buffer): boolean {
  return line.includes(0)
}

/** Whether a record was appended to a journal that ended with another one, or that was empty. */
export function follows(before: StoredRecord | undefined, { body, chain }: StoredRecord): boolean {
  return chain !== '' && before?.chain !== '' && chainOf(before?.chain ?? '', body) === chain
}

export interface Line {
  /** Its first byte in the file. */
  readonly at: number
  /** Without the line break. */
  readonly bytes: Buffer
}

/** The lines of a part of a file that begins and ends with a line. */
export function* linesOf(
  file: File,
  { from = 0, to }: { readonly from?: number; readonly to: number },
  direction: 'forward' | 'backward',
): Generator<Line, void, undefined> {
  const isForward = direction === 'forward'
  let at = isForward ? from : to
  for (const bytes of isForward ? linesForward(file, to, from) : linesBackward(file, to)) {
    if (!isForward) at -= bytes.length + 1
    yield { at, bytes }
    if (isForward) at += bytes.length + 1
  }
}

/** Most lines at the end of a file that came second. */
const MOST_LATE = 1_000

/**
 * Where the last record of a file ends, and the lines before it that came second and are not void yet. Those are among the
 * last two records: a writer acknowledges its record only after all lines between it and the one before are void.
 */
export function readEnd(
  file: File,
  size: number,
): { readonly end: number; readonly late: readonly number[] } {
  const late: number[] = []
  const lines = new LastLines(file, lastLineBreak(file, size) + 1)
  for (;;) {
    const newest = lines.at(0)
    const before = lines.placeBefore(0)
    // A line may follow one that came second itself, so the second last is looked at, too.
    const second = before === undefined ? undefined : lines.firstLate(before, lines.placeBefore(before))
    const isGlued = before === undefined && lines.isGlued()
    const found = isGlued ? 0 : (lines.firstLate(0, before) ?? second)
    if (found === undefined || late.length === MOST_LATE) return { end: newest?.end ?? 0, late }
    late.push(lines.remove(found))
  }
}

interface RecordLine {
  readonly at: number
  readonly end: number
  readonly bytes: Buffer
  readonly record: StoredRecord
}

/** The lines of a file that are not void, counted from the last one, read as far as they are asked for. */
class LastLines {
  readonly #lines: Iterator<Line, void, undefined>
  readonly #known: RecordLine[] = []

  constructor(file: File, size: number) {
    this.#lines = linesOf(file, { to: size }, 'backward')
  }

  at(place: number): RecordLine | undefined {
    while (this.#known.length <= place) {
      const { value } = this.#lines.next()
      if (!value) return undefined
      const { at, bytes } = value
      if (!isVoid(bytes)) this.#known.push({ at, end: at + bytes.length + 1, bytes, record: readLine(bytes) })
    }
    return this.#known[place]
  }

  /** The place of the line that another one follows: one beyond the first line if it follows none, undefined if that is not there. */
  placeBefore(place: number): number | undefined {
    const line = this.at(place)
    for (let before = place + 1; line !== undefined; before += 1) {
      const older = this.at(before)
      if (follows(older?.record, line.record)) return before
      if (older === undefined) return undefined
    }
    return undefined
  }

  /** Of a line and those between it and the one before, the newest that came second; undefined if none did. */
  firstLate(place: number, before: number | undefined): number | undefined {
    if (before === undefined || before === place + 1) return undefined
    const record = this.at(before)?.record
    for (let other = before - 1; other > place; other -= 1) {
      const line = this.at(other)
      if (line && follows(record, line.record)) return place
    }
    return place + 1
  }

  /** Whether the last line is a torn one and a record behind it. That record was not acknowledged: its writer had to repeat it. */
  isGlued(): boolean {
    const older = this.at(1)?.record
    const text = this.at(0)?.bytes.toString() ?? ''
    let at = 0
    for (let tries = 0; tries < MOST_LATE; tries += 1) {
      at = text.indexOf(BEGIN, at + 1)
      if (at === -1) return false
      if (follows(older, readLine(Buffer.from(text.slice(at))))) return true
    }
    return false
  }

  remove(place: number): number {
    const [line] = this.#known.splice(place, 1)
    return line?.at ?? 0
  }
}
