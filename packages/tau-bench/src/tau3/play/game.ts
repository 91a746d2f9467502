import { known, type Outcome } from '@skill-state/protocol'
import { type Listen, unreadable } from '../../environment/game.ts'
import type { Move } from '../../environment/read-action.ts'
import { PythonError } from '../../python/index.ts'
import type { User } from '../../user/user.ts'
import { Conversation, greeting, type Limits, type Turn } from '../conversation/conversation.ts'
import type { Tau3Task } from '../data/tasks.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import type { Tau3Domain } from '../world.ts'
import { readLine } from './user.ts'

export class Game {
  private readonly domain: Tau3Domain
  private readonly task: Tau3Task
  readonly user: User
  private readonly conversation: Conversation
  private raised: PythonError | undefined
  private actions = 0

  constructor(domain: Tau3Domain, task: Tau3Task, user: User, limits: Limits) {
    this.domain = domain
    this.task = task
    this.user = user
    this.conversation = new Conversation(domain.open(task), limits)
  }

  get isOver(): boolean {
    return this.raised !== undefined || this.conversation.end !== undefined
  }

  open(listen: Listen): Promise<string> {
    return this.hearUser(greeting, listen)
  }

  async play(move: Move | undefined, listen: Listen): Promise<string> {
    this.actions += 1
    if (move === undefined) return unreadable
    if (move.kind === 'respond') {
      this.take({ content: move.content })
      return this.isOver ? this.farewell() : this.hearUser(move.content, listen)
    }
    this.take({ calls: [{ name: move.name, arguments: move.kwargs }] })
    return `Tool: ${this.conversation.answers[0]?.content ?? ''}${this.farewell()}`
  }

  /** The user speaks until the turn is the agent's, and may call tools before. */
  private async hearUser(said: string, listen: Listen): Promise<string> {
    let shown = said
    for (;;) {
      const turn = readLine(await listen(shown))
      this.take(turn)
      if (turn.calls === undefined || this.isOver) return `User: ${turn.content ?? ''}${this.farewell()}`
      shown = `(Your tool answers:) ${this.conversation.answers.map(({ content }) => content).join('\n')}`
    }
  }

  private take(turn: Turn): void {
    try {
      this.conversation.take(turn)
    } catch (error) {
      if (!(error instanceof PythonError)) throw error
      this.raised = error
    }
  }

  private farewell(): string {
    const { end } = this.conversation
    if (this.raised !== undefined) return `\n(The conversation breaks off: ${this.raised.message})`
    return end === undefined || end === 'user_stop' ? '' : `\n(The conversation ends here: ${end}.)`
  }

  /** As officially, but with what a judge would have to say taken as said in `reward`, and as not in `rewardUnjudged`. */
  outcome(): Outcome {
    const { messages, end, steps, errors } = this.conversation
    const score = (judged: boolean) =>
      this.scored(() => evaluate(this.domain, this.task, { messages, end, judged }))
    const evaluation = score(true)
    return {
      reward: evaluation?.reward ?? 0,
      metrics: known({
        steps: this.actions,
        handOvers: steps,
        toolErrors: errors,
        outOfSteps: Number(end === 'max_steps'),
        tooManyErrors: Number(end === 'too_many_errors'),
        raised: Number(this.raised !== undefined),
        rewardUnjudged: score(false)?.reward ?? 0,
        database: evaluation?.breakdown.size ? Number(evaluation.database) : undefined,
        said: evaluation?.said.size ? Number([...evaluation.said.values()].every(Boolean)) : undefined,
      }),
    }
  }

  private scored<Value>(score: () => Value): Value | undefined {
    if (this.raised !== undefined) return undefined
    try {
      return score()
    } catch (error) {
      if (error instanceof PythonError) return undefined
      throw error
    }
  }
}
