import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
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
import type { PlaceHost, SessionPlace } from '../stores.ts'
import { bytesOf, type HostLimits, type HostTurn } from './host-turn.ts'
import { StepClock } from './step-clock.ts'

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
  /** Long results that it kept. */
  readonly kept: readonly (readonly [handle: string, text: string])[]
}

interface Hosted {
  readonly turn: HostTurn
  readonly limits: HostLimits
  readonly asked: string | undefined
  readonly records: StoredRecord[]
  /** Takes the long results, by their handles. */
  readonly results: Map<string, string>
}

/** Where a session is while a host plays a turn of it. Each run of the turn sees the same results, errors, times, and kept results. */
export function hostedPlace({ turn, limits, asked, records, results }: Hosted): SessionPlace {
  const time = new StepClock()
  /** What the step under way keeps. */
  let fresh: [handle: string, text: string][] | undefined
  const run = async (outer: AbortSignal, f: Parameters<PlaceHost['step']>[1]): Promise<JsonValue> => {
    const kept: [string, string][] = []
    fresh = kept
    const notes: JsonValue[] = []
    const began = clock.now()
    const over = new AbortController()
    const { left } = time
    const timer = left === undefined ? undefined : clock.setTimeout(() => over.abort(OVER), left)
    const signal = AbortSignal.any([outer, over.signal])
    let came: Pick<StepRecord, 'value' | 'failed'>
    try {
      const work = f(signal, (note) => notes.push(note))
      came = { value: (await unlessAborted(work, signal)) as JsonValue }
    } catch (error) {
      if (turn.isFailure(error) || outer.aborted) throw error
      came = { failed: failureOf(error) }
    } finally {
      if (timer !== undefined) clock.clearTimeout(timer)
    }
    const took = Math.round(clock.now() - began)
    const ms = over.signal.aborted ? Math.max(took, Math.ceil(left ?? 0)) : took
    fresh = undefined
    return fitted({ ...came, ms, notes, kept }, limits)
  }
  return {
    journal: memoryJournal(records),
    results: {
      keep: (handle, text) => void (fresh ? fresh.push([handle, text]) : results.set(handle, text)),
      read: async (handle) => results.get(handle) ?? ((await turn.load(handle)) as string | undefined),
    },
    host: {
      clock: time,
      asked,
      isFailure: (error) => turn.isFailure(error),
      async step<T>(...[key, f, onNote]: Parameters<PlaceHost['step']>): Promise<T> {
        let hasRun = false
        const record = (await turn.step(key, async (outer) => {
          hasRun = true
          return await run(outer, f)
        })) as unknown as StepRecord
        if (!hasRun) for (const note of record.notes) await onNote?.(note)
        for (const [handle, text] of record.kept) results.set(handle, text)
        time.advance(record.ms)
        if (record.failed) throw errorOf(record.failed)
        return record.value as T
      },
    },
    close() {},
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
