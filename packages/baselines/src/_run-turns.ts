import { decide } from '@skill-state/core'
import type { Issue, RunInput, Step, Turn } from '@skill-state/protocol'
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
  /** What a reader of the trace should know of this prompt. Absent where there is nothing to say. */
  readonly notes?: readonly Issue[] | undefined
}

/**
 * The loop of the baselines whose replies end in `Action: <cmd>`: shows what is carried, asks, acts, carries on.
 * A step that is asked again gets the reasons after its prompt, beyond any budget that the carrier keeps to.
 */
export async function* runTurns(input: RunInput, carrier: Carrier): AsyncGenerator<Step, void, undefined> {
  const { environment, model, seed } = input
  const signal = input.signal && { signal: input.signal }
  const read = createCommandReader(environment)

  let observation = await environment.reset({ seed, ...signal })
  for (let index = 0; !observation.done; index += 1) {
    const { text } = observation
    const { prompt, notes } = await carrier.show(text)
    const asked = { model, prompt, read, noop: environment.noop, ...signal }
    const { decision, rejections, fallback, reply } = await decide(asked)
    carrier.add({ observation: text, response: reply })
    const result = await environment.step(decision.action, signal)
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
