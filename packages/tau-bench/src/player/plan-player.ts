import type { Action, Decision, JsonObject, Player, PromptView, SummaryView } from '@skill-state/protocol'
import type { Domain } from '../data/load-domain.ts'
import type { TauTask } from '../data/tasks.ts'
import { isTerminal } from '../evaluator/replay-task.ts'
import { dumps } from '../python/text/dumps.ts'
import { addTurns, patchAfter, readOpening, readProgress, readSummary, writeSummary } from './plan-user.ts'

/**
 * The reference player: an upper bound, and no agent. It makes the calls of a task's ground truth in order, then says all
 * outputs in one line. So it proves tools, evaluator and loop. Task and place it reads from the prompt alone.
 */
export function planPlayer({ tasks }: Pick<Domain, 'tasks'>): Player {
  return playPlans(new Map(tasks.map((task) => [task.index, planOf(task)])))
}

/** A player that makes the actions of a task's plan in order. The task's number is in the user's opening. */
export function playPlans(plans: ReadonlyMap<number, readonly JsonAction[]>): Player {
  return {
    decide(view: PromptView): Decision {
      const { task = readOpening(view.observation), steps } = readProgress(view)
      const plan = task === undefined ? undefined : plans.get(task)
      const action = plan === undefined ? lost : (plan[steps] ?? goodbye)
      return {
        reasoning: `Step ${steps + 1} of the plan for task ${task ?? 'unknown'}.`,
        patch: patchAfter({ task, steps }, Object.keys(action).join()),
        action,
      }
    },
    summarise({ summary, turns, maxChars }: SummaryView): string {
      return writeSummary(addTurns(readSummary(summary), turns)).slice(0, maxChars)
    },
  }
}

export type JsonAction = Exclude<Action, string>

const lost: JsonAction = { respond: 'I cannot tell any more which task this is.' }
const goodbye: JsonAction = { respond: 'Goodbye.' }

function planOf({ actions, outputs }: TauTask): readonly JsonAction[] {
  const calls = actions.filter(({ name }) => !isTerminal(name))
  return [...calls.map(toAction), { respond: outputs.join(' ') }]
}

/** JavaScript's numbers: a ground truth that depends on 250.0 and not 250 could not be planned. No official one does. */
function toAction({ name, kwargs }: TauTask['actions'][number]): JsonAction {
  const values = JSON.parse(dumps(kwargs)) as JsonObject
  return { [name]: name === 'respond' ? (values.content ?? '') : values }
}
