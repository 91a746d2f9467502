import type { JsonObject, Skill } from '@skill-state/protocol'
import { factSchema, mapSchema, type OwnState, ownStates, recordSchema } from '../../skill/common-state.ts'
import { describeState, fieldsOf } from '../../skill/instructions.ts'
import { stateOf } from '../../skill/skill.ts'
import type { Tau3Domain } from '../world.ts'

const account: JsonObject = recordSchema(
  {
    kind: factSchema,
    level: factSchema,
    status: factSchema,
    balance: factSchema,
    opened: factSchema,
    cards: factSchema,
    note: factSchema,
  },
  [],
)

const bankState: OwnState = {
  properties: {
    procedures: mapSchema(
      factSchema,
      'topic → what documents say to check, ask and do, in order, with limits and fees',
    ),
    searched: mapSchema(factSchema, 'search → the documents that matter of it, or that there are none'),
    tools: mapSchema(
      factSchema,
      'name of a discovered tool → whose it is, its parameters, whether unlocked or given',
    ),
    accounts: mapSchema(account, 'account or card id → what matters of it'),
    transactions: mapSchema(factSchema, 'transaction, dispute or order id → what matters of it'),
  },
  initialState: { procedures: {}, searched: {}, tools: {}, accounts: {}, transactions: {} },
}

const bankFields = `procedures: topic → what documents say to check, ask and do, in order, with limits and fees
searched: search → the documents that matter of it, or that there are none
tools: name of a discovered tool → whose it is, its parameters, whether it was unlocked or given
accounts: account or card id → an object with any of kind, level, status, balance, opened, cards, note
transactions: transaction, dispute or order id → what matters of it`

/** Whether each task has a policy of its own, which then is part of the task and not of the skill. */
export function isTaskPolicy({ variant }: Tau3Domain): boolean {
  return variant === 'golden_retrieval'
}

/** P of a domain: the policy and the tools as the data has them, and in our words what an action and the state are. */
export function tau3Skill(domain: Tau3Domain): Skill {
  const { name, tools, tasks } = domain
  const [own, fields] =
    name === 'banking_knowledge' ? [bankState, bankFields] : [ownStates[name], fieldsOf[name]]
  const [first] = tasks
  const policy = isTaskPolicy(domain) || first === undefined ? '' : `${domain.policy(first).trim()}\n\n`
  return {
    name: `tau3-bench-${name.replace('_knowledge', '')}`,
    instructions: `You are a service agent and talk with one user. Keep to the policy.

${policy}The tools, each with the JSON Schema of its arguments:
${tools.map((tool) => JSON.stringify(tool.function)).join('\n')}

Each step takes exactly one action, a JSON object with one key, written in one line:
{"<name of a tool>": {<its arguments>}} calls the tool
{"respond": "<text>"} says the text to the user, who sees nothing else
The observation is what came of it: after "Tool: " the tool's answer, after "User: " what the user says. The conversation ends when the user ends it.

${describeState(fields)}`,
    ...stateOf(own),
  }
}
