import type { ToolSchema } from '../data/tool-schemas.ts'
import type { Tau3Task } from './data/tasks.ts'
import type { World } from './world.ts'

export type Tau3DomainName = 'banking_knowledge' | 'airline' | 'retail'

/** Everything of a domain that its episodes need. */
export interface Tau3Domain {
  readonly name: Tau3DomainName
  /** How the agent comes by documents; undefined in a domain without documents. */
  readonly variant: string | undefined
  readonly tasks: readonly Tau3Task[]
  /** The tools that the agent is shown, in the official order. */
  readonly tools: readonly ToolSchema[]
  /** The policy, which one variant makes for each task. */
  policy(this: void, task: Tau3Task): string
  /** The tools that the task's user is shown. */
  userTools(this: void, task: Tau3Task): readonly ToolSchema[]
  /** What a model that plays the task's user is told. */
  userPrompt(this: void, task: Tau3Task): string
  /** A new world, with the task's initial data. */
  open(this: void, task: Tau3Task): World
}
