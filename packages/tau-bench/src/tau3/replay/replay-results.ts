import { excerpts } from '../../verify/findings.ts'
import type { Message, Termination } from '../conversation/conversation.ts'
import type { Tau3Task } from '../data/tasks.ts'
import { type Evaluation, evaluate } from '../evaluation/evaluate.ts'
import { loadTau3 } from '../load.ts'
import type { Tau3Domain, Tau3DomainName } from '../world.ts'
import { type RecordedSimulation, readResults } from './read-results.ts'

export interface ReplayOptions {
  readonly domain: Tau3DomainName
  readonly data: string
  readonly file: string
}

interface ReplayedSimulation {
  readonly name: string
  readonly taskId: string
  readonly calls: number
  /** Calls of tools that search or that this domain has not: they are not executed. */
  readonly skipped: number
  /** Of each answer that differs, a line. */
  readonly differences: readonly string[]
  readonly recorded: RecordedSimulation
  readonly evaluation: Evaluation
}

export interface Replays {
  readonly lines: readonly string[]
  readonly simulations: readonly ReplayedSimulation[]
  /** Whether every answer, database verdict and reward is as recorded. */
  readonly agrees: boolean
}

/** Searches depend on the variant, and change nothing. */
const searches = new Set(['KB_search', 'KB_search_bm25', 'KB_search_dense', 'grep', 'shell'])

/** `bench tau3-bench replay`: executes recorded simulations again, and scores them on the task they were run on. */
export function replayResults({ domain: name, data, file }: ReplayOptions): Replays {
  const domain = loadTau3(data, name)
  const simulations = readResults(file).map((recorded) => replay(recorded, domain))
  const lines = simulations.flatMap((simulation) =>
    [...simulation.differences, ...otherVerdicts(simulation)].map(
      (line) => `${file}: ${simulation.name}: ${line}`,
    ),
  )
  return { lines: [...lines, ...summary(simulations)], simulations, agrees: lines.length === 0 }
}

function replay(recorded: RecordedSimulation, domain: Tau3Domain): ReplayedSimulation {
  const { name, taskId, messages, termination } = recorded
  const task = recorded.task ?? domain.tasks.find(({ id }) => id === taskId)
  if (task === undefined) throw new TypeError(`${name}: the data of ${domain.name} has no task ${taskId}`)
  const executed = execute(messages, domain, task)
  const evaluation = evaluate(domain, task, {
    messages: executed.messages,
    end: termination as Termination | undefined,
    judged: recorded.judged ?? true,
  })
  const { calls, skipped, differences } = executed
  return { name, taskId, calls, skipped, differences, recorded, evaluation }
}

function execute(messages: readonly Message[], domain: Tau3Domain, task: Tau3Task) {
  const world = domain.open(task)
  const open: (Message & { readonly role: 'assistant' | 'user' })[] = []
  const waiting: { readonly side: 'assistant' | 'user'; readonly index: number }[] = []
  const differences: string[] = []
  let [calls, skipped] = [0, 0]
  const replayed = messages.map((message): Message => {
    if (message.role !== 'tool') {
      if (message.calls !== undefined) open.push(message)
      waiting.push(...(message.calls ?? []).map((_call, index) => ({ side: message.role, index })))
      return message
    }
    const next = waiting.shift()
    const call = next && open.at(-1)?.calls?.[next.index]
    if (next === undefined || call === undefined) throw new TypeError('an answer follows no call')
    calls += 1
    if (searches.has(call.name) || !world.knows(call.name)) {
      skipped += 1
      return message
    }
    const answered = world.call(next.side, call.name, call.arguments)
    if (answered.content !== message.content) {
      const shown = excerpts(message.content, answered.content)
      differences.push(`call ${calls} (${call.name}): recorded ${shown.expected}, today ${shown.found}`)
    }
    return { ...message, ...answered }
  })
  return { messages: replayed, calls, skipped, differences }
}

function otherVerdicts({ recorded, evaluation }: ReplayedSimulation): string[] {
  const { reward, databaseMatch } = recorded
  const { breakdown, database } = evaluation
  return [
    ...(reward === undefined || reward === evaluation.reward
      ? []
      : [`reward ${reward} is recorded, ${evaluation.reward} computed`]),
    ...(databaseMatch === undefined || breakdown.size === 0 || databaseMatch === database
      ? []
      : [`the database verdict ${databaseMatch} is recorded, ${database} computed`]),
  ]
}

function summary(simulations: readonly ReplayedSimulation[]): string[] {
  const sum = (of: (simulation: ReplayedSimulation) => number): number =>
    simulations.reduce((total, simulation) => total + of(simulation), 0)
  const calls = sum((simulation) => simulation.calls)
  const [others, skipped] = [sum(({ differences }) => differences.length), sum((each) => each.skipped)]
  const agreed = simulations.filter((simulation) => otherVerdicts(simulation).length === 0).length
  const trials = Map.groupBy(simulations, ({ taskId }) => taskId).values()
  const successes = Array.from(trials, (group) => group.map(({ evaluation }) => evaluation.reward === 1))
  const rates = [1, 2, 3, 4].flatMap((k) => {
    const rate = passHatK(successes, k)
    return rate === undefined ? [] : [`pass^${k} ${rate.toFixed(3)}`]
  })
  return [
    `${simulations.length} simulations of ${successes.length} tasks: ${agreed} rewards and verdicts as recorded`,
    `${calls} tool calls: ${calls - others - skipped} answers as recorded, ${others} others, ${skipped} not executed`,
    ...(rates.length === 0 ? [] : [rates.join(', ')]),
  ]
}

/** pass^k: how likely k trials of a task all succeed, averaged over tasks. Undefined if some task has fewer than k. */
export function passHatK(trialsByTask: Iterable<readonly boolean[]>, k: number): number | undefined {
  const shares: number[] = []
  for (const trials of trialsByTask) {
    if (trials.length < k) return undefined
    const successes = trials.filter(Boolean).length
    let share = 1
    for (let drawn = 0; drawn < k; drawn++) share *= Math.max(0, successes - drawn) / (trials.length - drawn)
    shares.push(share)
  }
  if (shares.length === 0) return undefined
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
