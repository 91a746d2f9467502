import type { ToolSchema } from '../data/tool-schemas.ts'
import type { Tau3Task } from './data/tasks.ts'
import type { World } from './world.ts'

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
