import { decide, type Reading } from '@skill-state/core'
import type { Issue, ModelRequest, RunInput, Step, Turn } from '@skill-state/protocol'
import { createCommandReader } from './read-command.ts'

/** What a runtime carries from turn to turn: all that tells the baselines without a state apart. */
export interface Carrier {
  /** Gives the prompt of a step. Asked once a step, retries aside, so it may call the model for itself. */
  show(observation: string): Shown | Promise<Shown>
  /** Takes the turn that has ended. Where its step was asked again, the response is the last reply. */
  add(turn: Turn): void
}

interface Shown {
  readonly prompt: string
  /** See `ModelRequest.cacheBreakpoints`. */
  readonly cacheBreakpoints?: readonly number[]
  /** What a reader of the trace should know of this prompt. Absent where there is nothing to say. */
  readonly notes?: readonly Issue[] | undefined
}

/**
 * The loop of the baselines without a state, whose replies end in `Action: <cmd>` unless read otherwise: shows what is carried, asks, acts, carries on.
 * A step that is asked again gets the reasons after its prompt, beyond any budget that the carrier keeps to.
 */
export async function* runTurns(
  input: RunInput,
  carrier: Carrier,
  read: (reply: string) => Reading = createCommandReader(input.environment),
  request: Pick<ModelRequest, 'answerSchema'> = {},
): AsyncGenerator<Step, void, undefined> {
  const { environment, model, seed } = input
  const signal = input.signal && { signal: input.signal }

  let observation = await environment.reset({ seed, ...signal })
  for (let index = 0; !observation.done && !observation.waiting; index += 1) {
    const { text } = observation
    const { prompt, notes, cacheBreakpoints } = await carrier.show(text)
    const more = { ...request, ...(cacheBreakpoints && { cacheBreakpoints }) }
    const asked = { model, prompt, request: more, read, noop: environment.noop, ...signal }
    const { decision, rejections, fallback, reply } = await decide(asked)
    carrier.add({ observation: text, response: reply })
    const result = await environment.step(decision.action, { ...signal, source: decision.actionSource })
    yield {
      ...decision,
      index,
      observation: text,
      rejections,
      fallback,
      ...(notes && notes.length > 0 && { notes }),
      result,
    }
    observation = result
  }
}
