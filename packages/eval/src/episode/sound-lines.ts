import { type ErrorCode, SkillStateError } from '@skill-state/protocol'
import { isUsual } from '../trace/is-usual.ts'
import { type Recorder, type TraceLine, traceLine } from '../trace/trace.ts'

/** Who gave the content of a line that no reader could read. */
const GIVEN_BY: Readonly<Record<TraceLine['kind'], readonly [ErrorCode, string]>> = {
  episode: ['invalid-option', 'the task'],
  reset: ['environment-failed', 'the environment'],
  sent: ['model-failed', 'the model'],
  attempt: ['model-failed', 'the model'],
  call: ['model-failed', 'the model'],
  step: ['environment-failed', 'the environment or the runtime'],
  end: ['environment-failed', 'the environment'],
}

/** Takes only lines that can be read again; throws for any other what ends the episode as failed. */
export function soundLines(record: Recorder | undefined): Recorder {
  return (line) => {
    const isSound = isUsual(line)
    if (isSound && record === undefined) return
    const text = JSON.stringify(line)
    if (!isSound) requireSound(line, text)
    record?.(line, text)
  }
}

function requireSound({ kind }: TraceLine, text: string): void {
  const parsed = traceLine.safeParse(JSON.parse(text))
  if (parsed.success) return
  const [code, giver] = GIVEN_BY[kind]
  const [issue] = parsed.error.issues
  const place = [kind, ...(issue?.path ?? [])].join('.')
  throw new SkillStateError(code, `${giver} gave what no trace can hold: ${place}: ${issue?.message}`)
}
