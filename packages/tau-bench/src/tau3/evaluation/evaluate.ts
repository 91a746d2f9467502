import type { PythonDict, PythonValue } from '../../python/index.ts'
import { equals, PythonError, stripped, tryParseJson } from '../../python/index.ts'
import type { Message, Termination, ToolCall } from '../conversation/conversation.ts'
import type { RewardPart, Side, Tau3Task, WantedAction } from '../data/tasks.ts'
import type { Tau3Domain, World } from '../world.ts'

export interface Evaluation {
  readonly reward: number
  /** The parts that the reward is the product of; empty if the conversation ended early. */
  readonly breakdown: ReadonlyMap<RewardPart, number>
  readonly database: boolean
  readonly actions: readonly boolean[]
  readonly said: ReadonlyMap<string, boolean>
}

/** Scores a conversation. `judged` is the verdict on statements that officially a model judges. */
export function evaluate(
  domain: Tau3Domain,
  task: Tau3Task,
  {
    messages,
    end,
    judged = true,
  }: {
    readonly messages: readonly Message[]
    readonly end: Termination | undefined
    readonly judged?: boolean
  },
): Evaluation {
  if (end !== 'user_stop' && end !== 'agent_stop')
    return { reward: 0, breakdown: new Map(), database: false, actions: [], said: new Map() }
  const played = executed(messages)
  const database = isWantedDatabase(domain, task, played)
  const actions = task.actions.map((action) => played.some(({ call }) => fits(action, call)))
  const said = new Map(task.communicate.map((text) => [text, isSaid(text, messages)]))
  const verdicts: Readonly<Record<RewardPart, boolean>> = {
    DB: database,
    ACTION: actions.every(Boolean),
    COMMUNICATE: [...said.values()].every(Boolean),
    NL_ASSERTION: judged || task.assertions.length === 0,
  }
  const breakdown = new Map(task.basis.map((part) => [part, Number(verdicts[part])]))
  const reward = [...breakdown.values()].reduce((product, value) => product * value, 1)
  return { reward, breakdown, database, actions, said }
}

interface Executed {
  readonly side: Side
  readonly call: ToolCall
  readonly answer: string | undefined
}

function executed(messages: readonly Message[]): readonly Executed[] {
  const answers = messages.filter((message) => message.role === 'tool')
  const calls = messages.flatMap((message) =>
    message.role === 'tool' ? [] : (message.calls ?? []).map((call) => ({ side: message.role, call })),
  )
  return calls.map((entry, index) => ({ ...entry, answer: answers[index]?.content }))
}

function isWantedDatabase(domain: Tau3Domain, task: Tau3Task, played: readonly Executed[]): boolean {
  return replay(domain.open(task), played).hashes().official === wantedWorld(domain, task).hashes().official
}

export function wantedWorld(domain: Tau3Domain, task: Tau3Task): World {
  const world = domain.open(task)
  for (const { requestor, name, arguments: kwargs } of task.actions) world.call(requestor, name, kwargs)
  return world
}

/** Calls again what changes the database. Raises if an answer is another than it was. */
function replay(world: World, played: readonly Executed[]): World {
  for (const { side, call, answer = '' } of played) {
    if (!world.knows(call.name) || !world.mutates(call.name)) continue
    const { content } = world.call(side, call.name, call.arguments)
    const parsed = (text: string): PythonValue => tryParseJson(text) ?? text
    if (content !== answer && !equals(parsed(content), parsed(answer)))
      throw new PythonError('ValueError', `Tool call:\n${call.name} returned another answer than it did`)
  }
  return world
}

/** Which arguments count is for the action to say, else for the call: one without arguments fits. */
function fits({ name, arguments: wanted, compare }: WantedAction, call: ToolCall): boolean {
  if (name !== call.name) return false
  const keys = new Set(compare ?? call.arguments.keys())
  const counted = (kwargs: PythonDict): PythonDict =>
    new Map(Array.from(kwargs).filter(([key]) => keys.has(key)))
  return keys.size === 0 || equals(counted(call.arguments), counted(wanted))
}

function isSaid(text: string, messages: readonly Message[]): boolean {
  const wanted = text.toLowerCase()
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.content !== undefined &&
      stripped(message.content) !== '' &&
      message.content.toLowerCase().replaceAll(',', '').includes(wanted),
  )
}
