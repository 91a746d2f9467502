import { type PythonValue, tryParseJson } from '../../python/index.ts'
import { callOf, Fields } from '../../verify/fields.ts'
import { atLine, atPlace, readRecordLines, readRecordText } from '../../verify/read-lines.ts'
import type { Message, ToolCall } from '../conversation/conversation.ts'
import { type Tau3Task, toTasks } from '../data/tasks.ts'

export interface RecordedSimulation {
  readonly name: string
  readonly taskId: string
  /** The task that it was run on, if the file has it; it may be another than today's. */
  readonly task: Tau3Task | undefined
  readonly termination: string | undefined
  readonly reward: number | undefined
  readonly databaseMatch: boolean | undefined
  /** What a judge said of the statements, if one was asked. */
  readonly judged: boolean | undefined
  readonly messages: readonly Message[]
}

/** Reads a result file of τ² or τ³, gzipped or not: one object, or a simulation a line. Throws `invalid-data` with the place. */
export function readResults(file: string): readonly RecordedSimulation[] {
  const whole = wholeFile(file)
  if (whole === undefined) {
    const lines = readRecordLines(file)
    return Array.from(lines, ({ line, value }) => atLine(file, line, () => toSimulation(new Fields(value))))
  }
  const results = new Fields(whole)
  const tasks = new Map(results.parts('tasks')?.map((task) => [task.text('id'), task.dict as PythonValue]))
  const simulations = results.required('simulations', results.parts('simulations'))
  return simulations.map((simulation, index) =>
    atPlace(`${file}, simulation ${index + 1}`, () =>
      toSimulation(simulation, tasks.get(simulation.text('task_id'))),
    ),
  )
}

/** The file's one object, if it is one with simulations. */
function wholeFile(file: string) {
  const value = tryParseJson(readRecordText(file))
  return value instanceof Map && value.has('simulations') ? value : undefined
}

function toSimulation(record: Fields, listed?: PythonValue): RecordedSimulation {
  const taskId = record.required('task_id', record.text('task_id'))
  const task = listed ?? record.kwargs('task')
  const trial = record.figure('trial')
  const verdict = record.part('reward_info')
  const databaseMatch = verdict?.part('db_check')?.flag('db_match')
  const judged = verdict?.part('reward_breakdown')?.figure('NL_ASSERTION')
  return {
    name: `task ${taskId}${trial === undefined ? '' : `, trial ${trial}`}`,
    taskId,
    task: task === undefined ? undefined : toTasks([task])[0],
    // A simulation that ended early has no verdict on its database.
    termination: record.text('termination_reason') ?? (databaseMatch === undefined ? undefined : 'user_stop'),
    reward: verdict?.figure('reward'),
    databaseMatch,
    judged: judged === undefined ? undefined : judged === 1,
    messages: (record.parts('messages') ?? []).map(toMessage),
  }
}

function toMessage(fields: Fields): Message {
  const role = fields.text('role')
  const content = fields.text('content')
  if (role === 'tool') {
    const requestor = fields.text('requestor') === 'user' ? 'user' : 'assistant'
    return { role, requestor, content: content ?? '', error: fields.flag('error') ?? false }
  }
  if (role !== 'assistant' && role !== 'user') throw new TypeError(`a message has the role ${role}`)
  const calls = fields.parts('tool_calls')?.map((call): ToolCall => {
    const { name, kwargs } = callOf(call)
    return { name, arguments: kwargs }
  })
  return { role, content, calls: calls?.length === 0 ? undefined : calls }
}
