import {
  type CallLine,
  type EndLine,
  type EpisodeLine,
  type ResetLine,
  type StepLine,
  type TraceLine,
  traceLine,
} from '@skill-state/eval'
import type { Observation } from '@skill-state/protocol'

type AttemptLine = Extract<TraceLine, { kind: 'attempt' }>

/** A trace in the page. Damaged lines are left out, and `problems` names them. */
export interface Trace {
  readonly episode: EpisodeLine | undefined
  readonly reset: ResetLine | undefined
  /** O_t by step, if it is not the result of the step before: in a session, messages come in between. */
  readonly observations?: readonly Observation[] | undefined
  readonly calls: readonly CallLine[]
  readonly attempts: readonly AttemptLine[]
  readonly steps: readonly StepLine[]
  readonly end: EndLine | undefined
  /** One line each: which line of the file does not fit, and why. */
  readonly problems: readonly string[]
}

/** Reads a trace's text. A torn last line, of an episode under way, is left out without a word. */
export function parseTrace(text: string): Trace {
  const problems: string[] = []
  const lines = text
    .split('\n')
    .slice(0, -1)
    .flatMap((line, index) => {
      const read = parseLine(line)
      if (typeof read !== 'string') return [read]
      problems.push(`line ${index + 1}: ${read}`)
      return []
    })
  return {
    episode: lines.find((line) => line.kind === 'episode'),
    reset: lines.find((line) => line.kind === 'reset'),
    calls: lines.filter((line) => line.kind === 'call'),
    attempts: lines.filter((line) => line.kind === 'attempt'),
    steps: lines.filter((line) => line.kind === 'step'),
    end: lines.find((line) => line.kind === 'end'),
    problems,
  }
}

/** The line, or why it is invalid. It is the parsed JSON itself: a schema's copy would lose a key `__proto__`. */
function parseLine(text: string): TraceLine | string {
  try {
    const json: unknown = JSON.parse(text)
    const parsed = traceLine.safeParse(json)
    if (parsed.success) return json as TraceLine
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') || 'the line'}: ${issue?.message}`
  } catch {
    return 'it cannot be read as JSON'
  }
}
