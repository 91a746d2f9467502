import { isDeepStrictEqual } from 'node:util'
import { CannotResume } from '../trace/cut-off.ts'
import type { Recorder, TraceLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'

type Recorded = Exclude<TraceLine, { readonly kind: 'sent' | 'attempt' | 'end' }>

/** What another machine or another hour changes, and no figure but durations rests on. */
const VOLATILE: ReadonlySet<string> = new Set(['durationMs'])

/**
 * Takes the lines of an episode that continues: those on record are compared and not written again. Throws
 * `CannotResume` if one comes out otherwise.
 */
export function resumeRecorder(trace: Trace, record: Recorder): Recorder {
  const left = {
    episode: [trace.episode],
    reset: trace.reset === undefined ? [] : [trace.reset],
    call: [...trace.calls],
    step: [...trace.steps],
  } satisfies Record<Recorded['kind'], unknown>
  const queues: Readonly<Record<Recorded['kind'], Recorded[]>> = left
  return (line) => {
    const recorded = isQueued(line) ? queues[line.kind].shift() : undefined
    if (recorded === undefined) record(line)
    else requireSame(line, recorded)
  }
}

function isQueued(line: TraceLine): line is Recorded {
  return line.kind !== 'sent' && line.kind !== 'attempt' && line.kind !== 'end'
}

function requireSame(line: TraceLine, recorded: TraceLine): void {
  const plain = JSON.parse(JSON.stringify(line)) as Record<string, unknown>
  const differing = Object.keys({ ...plain, ...recorded }).find(
    (field) => !VOLATILE.has(field) && !isDeepStrictEqual(plain[field], recorded[field as keyof TraceLine]),
  )
  if (differing === undefined) return
  const place = 'index' in recorded ? ` of step ${recorded.index}` : ''
  throw new CannotResume(`${differing}${place} (${line.kind}) comes out otherwise`)
}
