import { actionAnswerSchema } from '@skill-state/core'
import type { RunInput, Step } from '@skill-state/protocol'
import { type Carrier, runTurns } from './_run-turns.ts'
import { turnText } from './_transcript.ts'
import { buildTranscriptPrompt, type TranscriptAnswer, transcriptHead } from './_transcript-prompt.ts'
import { createJsonReader } from './read-json-answer.ts'

/**
 * The Prompt runtime (ReAct): carries the whole transcript, every observation and every full reply, so its
 * prompt grows with each step. Where a step was asked again, only the last reply enters the transcript.
 */
export async function* prompt(input: RunInput): AsyncGenerator<Step, void, undefined> {
  yield* runTurns(input, carrier(input, 'line'))
}

/** The same, asking for one JSON object, to which a model can be held by a schema. */
export async function* promptJson(input: RunInput): AsyncGenerator<Step, void, undefined> {
  const answerSchema = actionAnswerSchema(input.environment.actionSchema)
  yield* runTurns(input, carrier(input, 'json'), createJsonReader(input.environment), { answerSchema })
}

function carrier({ skill: { instructions } }: RunInput, answer: TranscriptAnswer): Carrier {
  const head = transcriptHead(instructions).length
  const turnEnds = [head]
  let history = ''
  return {
    show: (observation) => ({
      prompt: buildTranscriptPrompt(instructions, history, observation, answer),
      cacheBreakpoints: [...turnEnds],
    }),
    add(turn) {
      history += turnText(turn, 'Reasoning & Action')
      turnEnds.push(head + history.length)
    },
  }
}
