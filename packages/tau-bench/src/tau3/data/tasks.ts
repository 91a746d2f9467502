import { z } from 'zod'
import { check, dict, kwargs } from '../../data/check.ts'
import { isDict, type PythonDict, type PythonValue } from '../../python/index.ts'

export type Side = 'assistant' | 'user'

export type RewardPart = (typeof parts)[number]

const parts = ['DB', 'ACTION', 'COMMUNICATE', 'NL_ASSERTION'] as const

export interface WantedAction {
  readonly requestor: Side
  readonly name: string
  readonly arguments: PythonDict
  /** The arguments that ACTION compares; undefined for all that the call has. */
  readonly compare: readonly string[] | undefined
}

export interface Tau3Task {
  readonly id: string
  /** What the user is told, as the official simulator writes it. */
  readonly scenario: string
  readonly actions: readonly WantedAction[]
  readonly basis: readonly RewardPart[]
  readonly communicate: readonly string[]
  readonly assertions: readonly string[]
  /** Rows by table, merged into the database before the task begins. */
  readonly initialData: readonly PythonDict[]
  readonly userTools: readonly string[]
  readonly documents: readonly string[]
}

export function toTasks(value: PythonValue): readonly Tau3Task[] {
  return check(z.array(taskSchema).nonempty(), value).map((task) => {
    const { evaluation_criteria: criteria, initial_state: initial } = task
    const data = initial?.initialization_data
    return {
      id: task.id,
      scenario: scenarioOf(task.user_scenario),
      actions: (criteria.actions ?? []).map(({ compare_args, requestor = 'assistant', ...action }) => ({
        ...action,
        requestor,
        compare: compare_args ?? undefined,
      })),
      basis: criteria.reward_basis ?? ['DB', 'COMMUNICATE'],
      communicate: criteria.communicate_info ?? [],
      assertions: criteria.nl_assertions ?? [],
      initialData: [data?.agent_data, data?.user_data].filter(isDictValue),
      userTools: task.user_tools ?? [],
      documents: task.required_documents ?? [],
    }
  })
}

function isDictValue(value: PythonValue | undefined): value is PythonDict {
  return value !== undefined && isDict(value)
}

function texts() {
  return z.array(z.string()).nullable().optional()
}

const scenario = dict({
  persona: z.string().nullable().optional(),
  instructions: z.union([
    z.string(),
    dict({
      domain: z.string(),
      reason_for_call: z.string(),
      known_info: z.string().nullable().optional(),
      unknown_info: z.string().nullable().optional(),
      task_instructions: z.string(),
    }),
  ]),
})

const taskSchema = dict({
  id: z.string(),
  user_scenario: scenario,
  initial_state: dict({
    initialization_data: dict({
      agent_data: kwargs.nullable().optional(),
      user_data: kwargs.nullable().optional(),
    })
      .nullable()
      .optional(),
  })
    .nullable()
    .optional(),
  evaluation_criteria: dict({
    actions: z
      .array(
        dict({
          name: z.string(),
          arguments: kwargs,
          requestor: z.enum(['assistant', 'user']).optional(),
          compare_args: texts(),
        }),
      )
      .nullable()
      .optional(),
    reward_basis: z.array(z.enum(parts)).optional(),
    communicate_info: texts(),
    nl_assertions: texts(),
  }),
  user_tools: texts(),
  required_documents: texts(),
})

function scenarioOf({ persona, instructions }: z.output<typeof scenario>): string {
  const told = typeof instructions === 'string' ? instructions : structured(instructions)
  return [
    ...(typeof persona === 'string' ? ['Persona:', indented(persona)] : []),
    'Instructions:',
    indented(told),
  ].join('\n')
}

type Structured = Exclude<z.output<typeof scenario>['instructions'], string>

function structured(told: Structured): string {
  const part = (title: string, text: string | null | undefined): string[] =>
    typeof text === 'string' ? [`${title}:\n${indented(text)}`] : []
  return [
    `Domain: ${told.domain}`,
    ...part('Reason for call', told.reason_for_call),
    ...part('Known info', told.known_info),
    ...part('Unknown info', told.unknown_info),
    ...part('Task instructions', told.task_instructions),
  ].join('\n')
}

/** A tab before each line that is not blank. */
const indented = (text: string): string => text.replace(/^(?=.*\S)/gm, '\t')
