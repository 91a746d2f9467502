import {
  clock,
  type ErrorCode,
  type JsonObject,
  type JsonValue,
  type Observation,
  reasonOf,
  SkillStateError,
  unlessAborted,
} from '@skill-state/protocol'
import { attemptIn } from '@skill-state/protocol/meter'
import type { PlaceHost } from '../stores.ts'
import { bytesOf, type HostLimits, type HostTurn } from './host-turn.ts'
import type { StepClock } from './step-clock.ts'

export type Kept = readonly (readonly [handle: string, text: string])[]

interface Failure {
  readonly message: string
  readonly code?: ErrorCode | undefined
  readonly mayBeCharged?: boolean | undefined
}

interface StepRecord {
  readonly value?: JsonValue
  readonly failed?: Failure
  readonly ms: number
  readonly notes: readonly JsonValue[]
  readonly kept: Kept
}

interface Recording {
  readonly turn: HostTurn
  readonly clock: StepClock
  readonly limits: HostLimits
  /** Takes what is kept from now on, until what it returns is called, which gives it. */
  readonly collect: () => () => Kept
  readonly keep: (kept: Kept) => void
}

/** Steps of a turn, so that each run of it sees the same results, errors, times, and kept results. */
export function recordedStep({ turn, clock: time, limits, collect, keep }: Recording): PlaceHost['step'] {
  return async <T>(...[key, f, onNote]: Parameters<PlaceHost['step']>): Promise<T> => {
    let hasRun = false
    const run = async (outer: AbortSignal): Promise<JsonValue> => {
      hasRun = true
      const collected = collect()
      const notes: JsonValue[] = []
      const began = clock.now()
      const over = new AbortController()
      const { left } = time
      const timer = left === undefined ? undefined : clock.setTimeout(() => over.abort(OVER), left)
      const signal = AbortSignal.any([outer, over.signal])
      let came: Pick<StepRecord, 'value' | 'failed'>
      try {
        came = {
          value: (await unlessAborted(
            f(signal, (note) => notes.push(note)),
            signal,
          )) as JsonValue,
        }
      } catch (error) {
        if (turn.isFailure(error) || outer.aborted) throw error
        came = { failed: failureOf(error) }
      } finally {
        if (timer !== undefined) clock.clearTimeout(timer)
      }
      const took = Math.round(clock.now() - began)
      const ms = over.signal.aborted ? Math.max(took, Math.ceil(left ?? 0)) : took
      return fitted({ ...came, ms, notes, kept: collected() }, limits)
    }
    const record = (await turn.step(key, run)) as unknown as StepRecord
    if (!hasRun) for (const note of record.notes) await onNote?.(note)
    keep(record.kept)
    time.advance(record.ms)
    if (record.failed) throw errorOf(record.failed)
    return record.value as T
  }
}

const OVER = new Error('the time of the turn is over')

function failureOf(error: unknown): Failure {
  const message = reasonOf(error)
  const code = error instanceof SkillStateError ? error.code : undefined
  return { message, code, mayBeCharged: attemptIn(error)?.mayBeCharged }
}

/** The same error in each run. */
function errorOf({ message, code, mayBeCharged }: Failure): Error {
  const error = code === undefined ? new Error(message) : new SkillStateError(code, message)
  return mayBeCharged === undefined ? error : Object.assign(error, { mayBeCharged })
}

/** The record as JSON. A result over the limit of the host is shown without what is kept of it, and a longer reply is an error. */
function fitted(record: StepRecord, limits: HostLimits): JsonValue {
  const json = JSON.parse(JSON.stringify(record)) as JsonObject
  const bytes = bytesOf(json)
  const most = limits.maxValueBytes / 2
  if (bytes <= most) return json
  const reason = `it has ${bytes} bytes, and ${limits.host} takes ${most} a step`
  const { evidence: _, ...shown } = (record.value ?? {}) as unknown as Observation
  const text = `${shown.text}\n[The whole result was not kept: ${reason}.]`
  const isShown = typeof shown.done === 'boolean' && 2 * bytesOf(text) < most
  const came: Pick<StepRecord, 'value' | 'failed'> = isShown
    ? { value: { ...shown, text } as unknown as JsonValue }
    : { failed: { message: `the result is too long: ${reason}`, code: 'reply-too-large' } }
  return JSON.parse(JSON.stringify({ ...came, ms: record.ms, notes: record.notes, kept: [] })) as JsonValue
}
