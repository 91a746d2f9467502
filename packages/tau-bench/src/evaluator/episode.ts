import type { Domain } from '../data/load-domain.ts'
import { type Database, episodeDatabase } from '../data/open-database.ts'
import type { TauTask } from '../data/tasks.ts'
import { type PythonDict, PythonError, type PythonValue } from '../python/index.ts'
import { callTool } from '../tool.ts'
import { compareDatabases, type Evaluation, findOutputs, missingContent } from './evaluation.ts'
import { isTerminal, replayTask, toolsetOf } from './replay-task.ts'

/** What the official `step` comes to: an answer, an answer that is also the end, or an exception out of it. */
export type Reply =
  | { readonly kind: 'answered'; readonly observation: string }
  | { readonly kind: 'ended'; readonly observation: string; readonly evaluation: Evaluation }
  /** The official runner gives the episode up, with reward 0. */
  | { readonly kind: 'raised'; readonly error: PythonError }

export function observationOf(reply: Reply): string | undefined {
  return reply.kind === 'raised' ? undefined : reply.observation
}

export function evaluationOf(reply: Reply | undefined): Evaluation | undefined {
  return reply?.kind === 'ended' ? reply.evaluation : undefined
}

/**
 * One task's episode as the official `Env` drives it, without its user. It can be driven on after an end, with the
 * database that the evaluation left: that of the task's own actions.
 */
export interface Episode {
  /** The database as the agent, or the last evaluation, left it. */
  readonly database: Database
  /** Calls a tool with arguments that are the episode's own from now on. A tool of an unknown name answers so. */
  act(name: string, kwargs: PythonDict): Reply
  /**
   * The user's answer ends the episode if it holds the stop mark. Without a content Python raises, and at an end that
   * looks for outputs again.
   */
  respond(content: PythonValue | undefined, userText: string): Reply
  /** The official `calculate_reward`. Raises `PythonError` if something said is no text, and the task asks for outputs. */
  calculateReward(): Evaluation
}

/** What the user says to end an episode. The agent's saying it does nothing. */
export const stopMark = '###STOP###'

export function openEpisode(domain: Domain, task: TauTask): Episode {
  const tools = toolsetOf(domain)
  const said: (PythonValue | undefined)[] = []
  let database = episodeDatabase(domain.database)

  function call(name: string, kwargs: PythonDict): Reply {
    const tool = tools.get(name)
    if (tool === undefined) return { kind: 'answered', observation: `Unknown action ${name}` }
    const observation = callTool(tool, domain.kind, database, kwargs)
    if (observation !== undefined) return { kind: 'answered', observation }
    return { kind: 'raised', error: new PythonError('ValidationError', 'the observation is None') }
  }

  function calculateReward(): Evaluation {
    const replayed = replayTask(domain, task)
    const verdict = compareDatabases(database, replayed.database)
    database = replayed.database
    said.push(...replayed.said)
    const outputs = findOutputs(task.outputs, said)
    const outputsSaid = [...outputs.values()].every(Boolean)
    return { reward: verdict.official && outputsSaid ? 1 : 0, database: verdict, outputs, outputsSaid }
  }

  function end(observation: string): Reply {
    try {
      return { kind: 'ended', observation, evaluation: calculateReward() }
    } catch (error) {
      if (error instanceof PythonError) return { kind: 'raised', error }
      throw error
    }
  }

  return {
    get database() {
      return database
    },
    act(name, kwargs) {
      const reply = call(name, kwargs)
      return reply.kind === 'answered' && isTerminal(name) ? end(reply.observation) : reply
    },
    respond(content, userText) {
      said.push(content)
      if (content === undefined) return { kind: 'raised', error: missingContent() }
      return userText.includes(stopMark) ? end(userText) : { kind: 'answered', observation: userText }
    },
    calculateReward,
  }
}
