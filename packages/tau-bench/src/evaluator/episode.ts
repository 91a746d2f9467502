import type { Domain } from '../data/load-domain.ts'
import { type Database, episodeDatabase } from '../data/open-database.ts'
import type { TauTask } from '../data/tasks.ts'
import { type PythonDict, PythonError, type PythonValue } from '../python/index.ts'
import { callTool } from '../tool.ts'
import { compareDatabases, type Evaluation } from './evaluation.ts'
import { findOutputs, missingContent } from './outputs.ts'
import { isTerminal, replayTask, toolsetOf } from './replay-task.ts'

/** What the official `step` comes to: an answer, an answer that is also the end, or an exception out of it. */
export type Reply =
  | { readonly kind: 'answered'; readonly observation: string }
  | { readonly kind: 'ended'; readonly observation: string; readonly evaluation: Evaluation }
  /** The official runner gives the episode up, with reward 0. */
  | { readonly kind: 'raised'; readonly error: PythonError }

/** What the agent saw, or nothing if Python raised. */
export function observationOf(reply: Reply): string | undefined {
  return reply.kind === 'raised' ? undefined : reply.observation
}

/** The verdict, if the step ended the episode. */
export function evaluationOf(reply: Reply | undefined): Evaluation | undefined {
  return reply?.kind === 'ended' ? reply.evaluation : undefined
}

/**
 * One task's episode as the official `Env` drives it, without its user: the driver supplies the user's lines.
 *
 * As there, an end does not stop the driver: the episode can be driven on, and then continues with the database of the task's own
 * actions, which the evaluation left behind.
 */
export interface Episode {
  /** The database as the agent, or the last evaluation, left it. */
  readonly database: Database
  /** Calls a tool with arguments that are the episode's own from now on. A tool of an unknown name answers so. */
  act(name: string, kwargs: PythonDict): Reply
  /**
   * Says something to the user, whose answer `userText` ends the episode if the stop mark is anywhere in it. Without a
   * content, Python raises before the user hears of it, and again at an end that looks for outputs.
   */
  respond(content: PythonValue | undefined, userText: string): Reply
  /**
   * The official `calculate_reward`: afterwards the database is that of the task's own actions. Raises `PythonError`
   * if Python does: something said is no text, and the task asks for outputs.
   */
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
