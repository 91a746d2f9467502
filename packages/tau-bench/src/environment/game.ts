import { known, type Outcome } from '@skill-state/protocol'
import { type Episode, type Reply, stopMark } from '../evaluator/episode.ts'
import type { Evaluation } from '../evaluator/evaluation.ts'
import type { PythonError } from '../python/value.ts'
import { greeting, type User } from '../user/user.ts'
import type { Move } from './read-action.ts'

type End =
  | { readonly kind: 'evaluated'; readonly evaluation: Evaluation }
  /** The official runner would have given up here. */
  | { readonly kind: 'raised'; readonly error: PythonError }
  | { readonly kind: 'out-of-steps' }

/** Gives the user's answer to what the agent said. */
export type Listen = (said: string) => Promise<string>

export class Game {
  private readonly episode: Episode
  readonly user: User
  private readonly maxSteps: number
  private steps = 0
  private end: End | undefined

  constructor(episode: Episode, user: User, maxSteps: number) {
    this.episode = episode
    this.user = user
    this.maxSteps = maxSteps
  }

  get isOver(): boolean {
    return this.end !== undefined
  }

  async open(listen: Listen): Promise<string> {
    return userSays(await listen(greeting))
  }

  /** Takes a step; gives what the agent sees. If the user gives no answer, the step was not taken. */
  async play(move: Move | undefined, listen: Listen): Promise<string> {
    const text = move === undefined ? unreadable : await this.perform(move, listen)
    this.steps += 1
    if (this.end !== undefined || this.steps < this.maxSteps) return text
    this.end = { kind: 'out-of-steps' }
    return text + this.farewell
  }

  /** The user's line in what the agent sees now, at the start or after it has said something. */
  lineIn(text: string): string {
    // What does not begin with a line broke off at an end, and so at the stop mark.
    if (!text.startsWith(userPrefix)) return stopMark
    const isLast = this.steps + 1 === this.maxSteps && text.endsWith(this.farewell)
    return text.slice(userPrefix.length, isLast ? -this.farewell.length : undefined)
  }

  private get farewell(): string {
    return `\n(The conversation ends here, after ${this.maxSteps} steps.)`
  }

  /** Official: an episode without an evaluated end has the reward 0. */
  outcome(): Outcome {
    const { end, steps } = this
    const evaluation = end?.kind === 'evaluated' ? end.evaluation : undefined
    return {
      reward: evaluation?.reward ?? 0,
      metrics: known({
        steps,
        outOfSteps: Number(end?.kind === 'out-of-steps'),
        raised: Number(end?.kind === 'raised'),
        databaseOfficial: evaluation && Number(evaluation.database.official),
        databaseCanonical: evaluation && Number(evaluation.database.canonical),
        // Without outputs in the task, there is no verdict on them.
        outputsSaid: evaluation?.outputs.size ? Number(evaluation.outputsSaid) : undefined,
      }),
    }
  }

  private async perform(move: Move, listen: Listen): Promise<string> {
    if (move.kind === 'call') return this.settle(this.episode.act(move.name, move.kwargs), toolAnswers)
    const line = await listen(move.content)
    return this.settle(this.episode.respond(move.content, line), userSays)
  }

  private settle(reply: Reply, show: (observation: string) => string): string {
    if (reply.kind === 'raised') {
      this.end = reply
      return `The conversation breaks off: ${String(reply.error)}`
    }
    if (reply.kind === 'ended') this.end = { kind: 'evaluated', evaluation: reply.evaluation }
    return show(reply.observation)
  }
}

/** What the agent sees if its action has neither of the two forms. */
export const unreadable =
  'Error: this is no action. Give an object with one key: {"<name of a tool>": {<its arguments>}} or {"respond": "<text>"}.'

const userPrefix = 'User: '

const userSays = (line: string): string => userPrefix + line

const toolAnswers = (answer: string): string => `Tool: ${answer}`
