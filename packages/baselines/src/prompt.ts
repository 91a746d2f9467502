import type { RunInput, Step } from '@skill-state/protocol'
import { runTurns } from './_run-turns.ts'
import { turnText } from './_transcript.ts'
import { buildTranscriptPrompt } from './_transcript-prompt.ts'

/**
 * The Prompt runtime (ReAct): carries the whole transcript, every observation and every full reply, so its
 * prompt grows with each step. Where a step was asked again, only the last reply enters the transcript.
 */
export async function* prompt(input: RunInput): AsyncGenerator<Step, void, undefined> {
  const { instructions } = input.skill
  let history = ''
  yield* runTurns(input, {
    show: (observation) => ({ prompt: buildTranscriptPrompt(instructions, history, observation) }),
    add(turn) {
      history += turnText(turn, 'Reasoning & Action')
    },
  })
}
