import { isJsonObject } from '@skill-state/protocol'
import { TRACE_FORMAT } from './trace.ts'

/** Rewrites a line of one format as the next one has it. Anything that it does not know stays as it is. */
export type Migration = (line: unknown) => unknown

/**
 * How a line of an older format becomes one of the next, by the older one's number. Format 1 is the first. Fields that
 * were added to it since are optional, so its earliest traces need no step.
 */
const migrations: Readonly<Record<number, Migration>> = {}

/** A trace's format, or why it cannot be read. */
export type TraceFormat =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly reason: string; readonly advice?: string }

/** The format that a trace's first line names. */
export function formatOf(firstLine: unknown, current: number = TRACE_FORMAT): TraceFormat {
  if (!isJsonObject(firstLine) || firstLine.kind !== 'episode') {
    return { ok: false, reason: 'the first line does not name the episode' }
  }
  const { format } = firstLine
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) {
    return { ok: false, reason: 'format: the first line does not say in which format the trace is' }
  }
  if (format <= current) return { ok: true, value: format }
  const reason = `format: the trace has format ${format}, written by a newer version, and this one reads up to ${current}`
  return { ok: false, reason, advice: 'update skill-state' }
}

/** A line of the given format as the current one has it. */
export function toCurrentFormat(
  line: unknown,
  format: number,
  steps: Readonly<Record<number, Migration>> = migrations,
): unknown {
  const step = steps[format]
  return step === undefined ? line : toCurrentFormat(step(line), format + 1, steps)
}
