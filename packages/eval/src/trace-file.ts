import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import {
  type AttemptLine,
  type CallLine,
  type EndLine,
  type EpisodeLine,
  type ResetLine,
  type StepLine,
  type TraceLine,
  traceLine,
} from './trace.ts'

/** A trace as read back. An interrupted episode has no `end`; a torn last line is left out. */
export interface Trace {
  readonly file: string
  readonly episode: EpisodeLine
  readonly reset?: ResetLine
  readonly calls: readonly CallLine[]
  /** Requests that gave no response. */
  readonly attempts: readonly AttemptLine[]
  readonly steps: readonly StepLine[]
  readonly end?: EndLine
}

/** Starts a trace file anew. Each line is handed to the operating system before `record` returns. */
export function createTraceFile(file: string): { record: (line: TraceLine) => void; close: () => void } {
  mkdirSync(dirname(file), { recursive: true })
  const descriptor = openSync(file, 'w')
  return {
    record: (line) => {
      writeSync(descriptor, `${JSON.stringify(line)}\n`)
    },
    close: () => closeSync(descriptor),
  }
}

/**
 * Reads a trace file; `undefined` where not even its first line is complete.
 * Throws `invalid-trace` with file and line where a complete line is not of the format.
 */
export function readTrace(file: string): Trace | undefined {
  const complete = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const lines = complete.map((text, index) => parseLine(text, `${file}:${index + 1}`))
  const [episode] = lines
  if (episode === undefined) return undefined
  if (episode.kind !== 'episode') throw invalid(`${file}:1`, 'the first line does not name the episode')
  const reset = lines.find((line) => line.kind === 'reset')
  const end = lines.find((line) => line.kind === 'end')
  return {
    file,
    episode,
    ...(reset && { reset }),
    calls: lines.filter((line) => line.kind === 'call'),
    attempts: lines.filter((line) => line.kind === 'attempt'),
    steps: lines.filter((line) => line.kind === 'step'),
    ...(end && { end }),
  }
}

function parseLine(text: string, place: string): TraceLine {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalid(place, 'the line is not JSON')
  }
  const parsed = traceLine.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(place, `${issue?.path.join('.') || 'line'}: ${issue?.message}`)
}

function invalid(place: string, reason: string): SkillStateError {
  return new SkillStateError(
    'invalid-trace',
    `${place}: ${reason}; restore the file or remove it and run again`,
  )
}
