import { type DecideInput, decide } from '@skill-state/core'
import type { Issue, RunInput, Step, Turn } from '@skill-state/protocol'
import { commandReader } from './read-command.ts'

/** What a runtime carries from turn to turn: this alone tells the baselines without a state apart. */
export interface Carrier {
  /**
   * Returns the prompt of a step, after the turns so far, the oldest first. If the step of a turn was asked again, its
   * response is the last reply. Called once a step, retries aside, so it may call the model for itself.
   */
  show(observation: string, turns: readonly Turn[]): Shown | Promise<Shown>
  /** Takes the turn that has ended, for what is worked out turn by turn. */
  add?(turn: Turn): void
}

interface Shown {
  readonly prompt: string
  /** See `ModelRequest.cacheBreakpoints`. */
  readonly cacheBreakpoints?: readonly number[] | undefined
  /** What a reader of the trace should know of this prompt. */
  readonly notes?: readonly Issue[] | undefined
}

export interface Asking extends Pick<DecideInput, 'attempts'> {
  /** Default: the last line `Action: <cmd>`. */
  readonly read?: DecideInput['read'] | undefined
  readonly answerSchema?: NonNullable<DecideInput['request']>['answerSchema'] | undefined
}

/** The loop of the baselines. If a step is asked again, the reasons follow its prompt, beyond any budget of the carrier. */
export async function* runTurns(
  input: RunInput,
  carrier: Carrier,
  { attempts, answerSchema, read = commandReader(input.environment) }: Asking,
): AsyncGenerator<Step, void, undefined> {
  const { environment, model, seed, signal } = input
  const turns: Turn[] = []
  let observation = await environment.reset({ seed, signal })
  for (let index = 0; !observation.done && !observation.waiting; index += 1) {
    const { text } = observation
    const { prompt, notes = [], cacheBreakpoints } = await carrier.show(text, turns)
    const { decision, rejections, fallback, reply } = await decide({
      model,
      prompt,
      request: { answerSchema, cacheBreakpoints },
      read,
      noop: environment.noop,
      attempts,
      signal,
    })
    const turn = { observation: text, response: reply }
    turns.push(turn)
    carrier.add?.(turn)
    const result = await environment.step(decision.action, { signal, source: decision.actionSource })
    const step = { ...decision, index, observation: text, rejections, fallback, result }
    yield notes.length > 0 ? { ...step, notes } : step
    observation = result
  }
}
