import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isJsonObject, reasonOf, SkillStateError } from '@skill-state/protocol'
import { NotRecorded } from './cut-off.ts'
import { readRegularFile, writeWhole } from './files.ts'
import { outcomeFault } from './outcome-fault.ts'
import {
  type AttemptLine,
  type CallLine,
  type EndLine,
  type EpisodeLine,
  type Recorder,
  type ResetLine,
  type SentLine,
  type StepLine,
  TRACE_FORMAT,
  type TraceLine,
  traceLine,
} from './trace.ts'

/** A trace as read back. An interrupted episode has no `end`; a torn last line is left out. */
export interface Trace {
  readonly file: string
  readonly episode: EpisodeLine
  readonly reset?: ResetLine | undefined
  readonly calls: readonly CallLine[]
  /** Requests that gave no response, those in which a process died included. */
  readonly attempts: readonly AttemptLine[]
  readonly steps: readonly StepLine[]
  readonly end?: EndLine | undefined
}

export interface TraceFile {
  /**
   * Each line is handed to the operating system before it returns; lines of which `isOwn` is true go with the next other
   * line, with `flush`, or with the next step `LOOK_EVERY` milliseconds after the last one. Throws `NotRecorded` if the
   * system does not take all of it; if the file is gone, at the end of the episode or of a step within that time.
   */
  readonly record: Recorder
  /** Hands over what is held. Throws `NotRecorded`. */
  readonly flush: () => void
  readonly close: () => void
}

export function openTraceFile(file: string): TraceFile {
  mkdirSync(dirname(file), { recursive: true })
  return traceFile(file, openSync(file, 'w'))
}

/** The lines of a trace in the order in which the episode gave them. */
export function linesOf({ episode, reset, calls, attempts, steps, end }: Omit<Trace, 'file'>): TraceLine[] {
  const byStep = steps.flatMap((step) => [
    ...[...attempts, ...calls].filter((line) => line.step === step.index),
    step,
  ])
  const rest = [...attempts, ...calls].filter((line) => line.step >= steps.length)
  return [episode, reset, ...byStep, ...rest, end].filter((line) => line !== undefined)
}

export function writeTrace(file: string, trace: Omit<Trace, 'file'>): void {
  mkdirSync(dirname(file), { recursive: true })
  const lines = linesOf(trace).map((line) => `${JSON.stringify(line)}\n`)
  writeWhole(file, lines.join(''))
}

/** Goes on with a trace file after its last complete line. */
export function continueTraceFile(file: string): TraceFile {
  truncateSync(file, readFileSync(file).lastIndexOf(LINE_FEED) + 1)
  return traceFile(file, openSync(file, 'a'))
}

const LINE_FEED = 10

/** Milliseconds between two looks whether the file is still there, and the longest that lines of this process wait. */
export const LOOK_EVERY = 10

/** Milliseconds: what came sooner came from this process. */
const OWN = 0.05

/** Whether a line is a reply or a result of this process itself: nothing was paid for it, so a kill may lose it. */
export function isOwn(line: TraceLine): boolean {
  return (line.kind === 'call' || line.kind === 'step') && line.durationMs < OWN
}

function traceFile(file: string, descriptor: number): TraceFile {
  let looked = -Infinity
  let held = ''
  const isDue = ({ kind }: TraceLine): boolean =>
    kind === 'end' || (kind === 'step' && performance.now() - looked >= LOOK_EVERY)
  const flush = (): void => {
    const lines = held
    held = ''
    try {
      if (lines !== '') writeAll(descriptor, lines)
    } catch (cause) {
      throw new NotRecorded(file, reasonOf(cause), { cause })
    }
  }
  return {
    record: (line, text = JSON.stringify(line)) => {
      held = `${held}${text}\n`
      const due = isDue(line)
      if (isOwn(line) && !due) return
      flush()
      if (!due) return
      if (fstatSync(descriptor).nlink === 0) throw new NotRecorded(file, 'it was removed')
      looked = performance.now()
    },
    flush,
    close: () => closeSync(descriptor),
  }
}

/** A system whose disk is full takes a part, and says why it takes no more when it is given the rest. */
function writeAll(descriptor: number, text: string): void {
  let written = writeSync(descriptor, text)
  if (written >= text.length && written === Buffer.byteLength(text)) return
  for (const bytes = Buffer.from(text); written < bytes.length; )
    written += writeSync(descriptor, bytes, written)
}

/**
 * Reads a trace file; `undefined` if not even its first line is complete.
 * Throws `invalid-trace` with file and line if a complete line is not of the format that the first one names.
 */
export function readTrace(file: string): Trace | undefined {
  return parseTrace(file, readRegularFile(file).split('\n').slice(0, -1))
}

/** Reads the complete lines of a trace, as `readTrace` does; `file` is the name that it goes by. */
export function parseTrace(file: string, complete: readonly string[]): Trace | undefined {
  const [first] = complete
  if (first === undefined) return undefined
  requireFormat(parseJson(first, `${file}:1`), `${file}:1`)
  const lines = complete.map((text, index) => {
    const place = `${file}:${index + 1}`
    return parseLine(withSoundEnd(parseJson(text, place)), place)
  })
  const [episode] = lines
  if (episode?.kind !== 'episode') throw invalid(`${file}:1`, 'the first line does not name the episode')
  const reset = lines.find((line) => line.kind === 'reset')
  const end = lines.find((line) => line.kind === 'end')
  return {
    file,
    episode,
    reset,
    calls: lines.filter((line) => line.kind === 'call'),
    attempts: [...lines.filter((line) => line.kind === 'attempt'), ...cutOff(lines)],
    steps: lines.filter((line) => line.kind === 'step'),
    end,
  }
}

/** The requests in which a process died. It leaves out a request that was not sent after all. */
function cutOff(lines: readonly TraceLine[]): AttemptLine[] {
  const open: SentLine[] = []
  for (const line of lines) {
    if (line.kind === 'sent') open.push(line)
    if (line.kind === 'call' || line.kind === 'attempt') open.pop()
  }
  if (lines.at(-2) === open.at(-1) && lines.at(-1)?.kind === 'end') open.pop()
  return open.map(({ step, atMost }) => ({ kind: 'attempt', step, atMost, ...DIED }))
}

const DIED = {
  code: 'model-failed',
  message: 'the process ended during the call',
  mayBeCharged: true,
} as const

/** Throws if the first line does not name the format that this version reads. */
function requireFormat(firstLine: unknown, place: string): void {
  if (!isJsonObject(firstLine) || firstLine.kind !== 'episode')
    throw invalid(place, 'the first line does not name the episode')
  const { format } = firstLine
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1)
    throw invalid(place, 'format: the first line does not say in which format the trace is')
  if (format <= TRACE_FORMAT) return
  const reason = `format: the trace has format ${format}, written by a newer version, and this one reads up to ${TRACE_FORMAT}`
  throw invalid(place, reason, 'update skill-state')
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(place, 'the line is not JSON')
  }
}

function parseLine(json: unknown, place: string): TraceLine {
  const parsed = traceLine.safeParse(json)
  if (parsed.success) return json as TraceLine // a schema's copy would lose a key `__proto__`
  const [issue] = parsed.error.issues
  throw invalid(place, `${issue?.path.join('.') || 'line'}: ${issue?.message}`)
}

/**
 * Before outcomes were checked, one that does not count was recorded, NaN as null. Such an end is read as that of an
 * episode that failed, so that the others of its run can be read.
 */
function withSoundEnd(line: unknown): unknown {
  if (!isJsonObject(line) || line.kind !== 'end' || !('outcome' in line)) return line
  const fault = outcomeFault(line.outcome)
  if (fault === undefined) return line
  return {
    kind: 'end',
    status: 'failed',
    error: { code: 'environment-failed', message: `invalid outcome: ${fault}` },
  }
}

const RESTORE = 'restore the file or remove it and run again'

function invalid(place: string, reason: string, advice: string = RESTORE): SkillStateError {
  return new SkillStateError('invalid-trace', `${place}: ${reason}; ${advice}`)
}
