import { type ErrorCode, SkillStateError } from '@skill-state/protocol'
import { type TraceLine, traceLine } from '../trace/trace.ts'

/** Takes one line of a trace and returns once it is safe. */
export type Recorder = (line: TraceLine) => void

/** Who gave the content of a line that no reader could read. */
const GIVEN_BY: Readonly<Record<TraceLine['kind'], readonly [ErrorCode, string]>> = {
  episode: ['invalid-option', 'the task'],
  reset: ['environment-failed', 'the environment'],
  attempt: ['model-failed', 'the model'],
  call: ['model-failed', 'the model'],
  step: ['environment-failed', 'the environment or the runtime'],
  end: ['environment-failed', 'the environment'],
}

/** Takes only lines that can be read again; throws for any other what ends the episode as failed. */
export function soundLines(record: Recorder): Recorder {
  return (line) => {
    const parsed = traceLine.safeParse(JSON.parse(JSON.stringify(line)))
    if (!parsed.success) {
      const [code, giver] = GIVEN_BY[line.kind]
      const [issue] = parsed.error.issues
      const place = [line.kind, ...(issue?.path ?? [])].join('.')
      throw new SkillStateError(code, `${giver} gave what no trace can hold: ${place}: ${issue?.message}`)
    }
    record(line)
  }
}
