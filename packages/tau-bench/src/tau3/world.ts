import type { ToolSchema } from '../data/tool-schemas.ts'
import { type PythonDict, PythonError } from '../python/index.ts'
import type { Side, Tau3Task } from './data/tasks.ts'

/** What a tool call comes to. An error text that a tool returns is no error to the environment. */
export interface ToolAnswer {
  readonly content: string
  readonly error: boolean
}

export interface Hashes {
  readonly official: string
  readonly canonical: string
}

export interface World {
  call(side: Side, name: string, kwargs: PythonDict): ToolAnswer
  knows(name: string): boolean
  /** Whether an evaluation must call the tool again. */
  mutates(name: string): boolean
  hashes(): Hashes
}

/** Answers a call as the official environment does: what Python raises is an answer, a fault of ours is thrown. */
export function answer(call: () => string, kwargs: PythonDict): ToolAnswer {
  try {
    requireNoClash(kwargs)
    return { content: call(), error: false }
  } catch (error) {
    if (error instanceof PythonError) return { content: `Error: ${error.message}`, error: true }
    throw error
  }
}

/** Arguments that are called as parameters of the official harness. */
function requireNoClash(kwargs: PythonDict): void {
  if (kwargs.has('requestor')) {
    const path = 'tau2.environment.environment.Environment.make_tool_call()'
    throw new PythonError('TypeError', `${path} got multiple values for keyword argument 'requestor'`)
  }
  const clash = [...kwargs.keys()].find((name) => name === 'self' || name === 'tool_name')
  if (clash === undefined) return
  throw new PythonError(
    'TypeError',
    `Environment.make_tool_call() got multiple values for argument '${clash}'`,
  )
}

export type Tau3DomainName = 'banking_knowledge' | 'airline' | 'retail'

export interface Tau3Domain {
  readonly name: Tau3DomainName
  /** How the agent comes by documents; undefined in a domain without documents. */
  readonly variant: string | undefined
  readonly tasks: readonly Tau3Task[]
  readonly tools: readonly ToolSchema[]
  /** The policy, which one variant makes for each task. */
  policy(this: void, task: Tau3Task): string
  userTools(this: void, task: Tau3Task): readonly ToolSchema[]
  userPrompt(this: void, task: Tau3Task): string
  /** A new world, with the task's initial data. */
  open(this: void, task: Tau3Task): World
}
