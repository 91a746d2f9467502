import { SkillStateError } from '@skill-state/protocol'
import { isDict, isList, type PythonDict, parsePythonJson, tryParseJson } from '../python/index.ts'
import { Fields, readArguments } from '../verify/fields.ts'
import { atLine, atPlace, readRecordLines, readRecordText } from '../verify/read-lines.ts'
import { argumentsOf, isSaying } from '../verify/verify-trajectory.ts'

export interface RecordedRun {
  readonly name: string
  readonly domain?: string | undefined
  readonly taskIndex: number
  readonly reward: number
  readonly steps: readonly RecordedStep[]
  /** Why nothing of it is recorded, if the run was given up. */
  readonly error?: string | undefined
}

type RecordedStep =
  | {
      readonly kind: 'tool'
      readonly name: string
      readonly kwargs: PythonDict
      readonly observation: string
    }
  | { readonly kind: 'respond'; readonly content: string; readonly user: string }

/**
 * Reads recorded runs, gzipped or not: a JSON list as the official `run.py` writes it, of its tool-calling, act or react
 * agents; or trajectories, JSON Lines, see `verifyTrajectory`. Throws `invalid-data` with the place.
 */
export function readRecordedRuns(file: string): readonly RecordedRun[] {
  if (readRecordText(file).trimStart().startsWith('[')) return readOfficialRuns(file)
  return Array.from(readRecordLines(file), ({ line, value }) =>
    atLine(file, line, () => readTrajectory(new Fields(value))),
  )
}

function readTrajectory(record: Fields): RecordedRun {
  const steps = record.required('steps', record.parts('steps'))
  const reward = record.required('recorded_reward', record.figure('recorded_reward'))
  return { ...headOf(record), domain: record.text('domain'), reward, steps: steps.map(toStep) }
}

function headOf(record: Fields): Pick<RecordedRun, 'name' | 'taskIndex'> {
  const taskIndex = record.required('task_id', record.figure('task_id'))
  const trial = record.figure('trial')
  return { name: `task ${taskIndex}${trial === undefined ? '' : `, trial ${trial}`}`, taskIndex }
}

function toStep(step: Fields, index: number): RecordedStep {
  if (isSaying(step))
    return { kind: 'respond', content: step.text('content') ?? '', user: step.text('user') ?? '' }
  const name = step.required('name', step.text('name'))
  const observation = step.text('observation_recorded') ?? step.text('observation')
  if (observation === undefined) throw new TypeError(`step ${index + 1} has no text of an observation`)
  return { kind: 'tool', name, kwargs: argumentsOf(step, index), observation }
}

function readOfficialRuns(file: string): readonly RecordedRun[] {
  const none = 'no recorded run of τ-bench'
  const runs = atPlace(`${file}, as a whole: ${none}`, () => parsePythonJson(readRecordText(file)))
  if (!isList(runs)) throw new SkillStateError('invalid-data', `${file} is no list of runs`)
  return runs.map((run, index) =>
    atPlace(`${file}, run ${index + 1} of the list: ${none}`, () => {
      if (isDict(run)) return readOfficialRun(new Fields(run))
      throw new TypeError('at the top: expected an object')
    }),
  )
}

function readOfficialRun(record: Fields): RecordedRun {
  const messages = record.required('traj', record.parts('traj'))
  const reward = record.required('reward', record.figure('reward'))
  if (messages.length === 0) {
    const error = record.part('info')?.text('error') ?? 'it has no messages'
    return { ...headOf(record), reward, steps: [], error }
  }
  const first = messages.findIndex((message) => message.text('role') === 'assistant')
  const conversation = first === -1 ? [] : messages.slice(first)
  // The official act and react agents list the tools as text.
  const isReact = messages[0]?.text('content')?.includes('\n#Available tools\n') ?? false
  return { ...headOf(record), reward, steps: toSteps(conversation, isReact ? reactCall : firstCall) }
}

type Call = { readonly name: string; readonly kwargs: PythonDict } | string

/** Each message of the assistant is followed by what it was answered. */
function toSteps(messages: readonly Fields[], callOf: (said: Fields) => Call): RecordedStep[] {
  const steps: RecordedStep[] = []
  for (let at = 0; at < messages.length; at += 2) {
    const [said, answer] = messages.slice(at, at + 2)
    if (said?.text('role') !== 'assistant' || !answer || answer.text('role') === 'assistant')
      throw new TypeError(`message ${at + 1} of the conversation is not one of the assistant with an answer`)
    steps.push(stepOf(callOf(said), answer.text('content') ?? ''))
  }
  return steps
}

function stepOf(call: Call, answer: string): RecordedStep {
  if (typeof call === 'string') return { kind: 'respond', content: call, user: answer }
  if (call.name !== 'respond')
    return { kind: 'tool', ...call, observation: answer.replace(/^API output: /, '') }
  const content = call.kwargs.get('content')
  return { kind: 'respond', content: typeof content === 'string' ? content : '', user: answer }
}

/** Only the first call of a message was executed. */
function firstCall(said: Fields): Call {
  const called = said.parts('tool_calls')?.[0]?.part('function')
  if (called === undefined) return said.text('content') ?? ''
  const source = called.required('arguments', called.text('arguments'))
  return { name: called.required('name', called.text('name')), kwargs: readArguments(source) }
}

/** What follows the last `Action:`, as JSON of `name` and `arguments`; text that is no JSON is itself said to the user. */
function reactCall(said: Fields): Call {
  const text = said.text('content') ?? ''
  const action = text.split('Action:').at(-1)?.trim() ?? ''
  const parsed = tryParseJson(action)
  if (parsed === undefined) return action
  const [name, kwargs] = parsed instanceof Map ? [parsed.get('name'), parsed.get('arguments')] : []
  if (typeof name === 'string' && kwargs instanceof Map) return { name, kwargs }
  throw new TypeError('an action has no name and arguments')
}
