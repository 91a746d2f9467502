import type { AnySchema } from '@skill-state/agent'
import {
  asSchema,
  type LanguageModel,
  type OutputInterface,
  ToolLoopAgent,
  type ToolLoopAgentSettings,
  type ToolSet,
} from 'ai'
import { agentOf, middlewareOf, type Skill } from './state-middleware.ts'
import { newestMessages, type StepArguments, withMiddleware } from './state-step.ts'

/** Names the session of a call of the agent. */
export interface SessionOptions {
  readonly session: string
}

/** What the AI SDK hands its callbacks; it does not export the type. */
type Context = Record<string, unknown>

/** The settings of a `ToolLoopAgent`, and those of the state under `skill`. */
export type StateAgentSettings<
  Tools extends ToolSet,
  Schema extends AnySchema,
  Data extends OutputInterface = never,
> = Omit<
  ToolLoopAgentSettings<SessionOptions, Tools, Context, Data>,
  'model' | 'callOptionsSchema' | 'prepareCall'
> & {
  readonly model: LanguageModel
  readonly skill: Skill<Schema>
}

/**
 * A `ToolLoopAgent` whose only memory is a state. Each call names its session: `agent.generate({ prompt, options: { session } })`,
 * or `createAgentUIStreamResponse({ agent, uiMessages, options: { session } })` behind `useChat`.
 */
export function stateAgent<
  Tools extends ToolSet,
  const Schema extends AnySchema,
  Data extends OutputInterface = never,
>({
  skill,
  model,
  tools,
  ...settings
}: StateAgentSettings<Tools, Schema, Data>): ToolLoopAgent<SessionOptions, Tools, Context, Data> {
  const agent = agentOf(skill)
  const newest = newestMessages(agent)
  return new ToolLoopAgent<SessionOptions, Tools, Context, Data>({
    prepareStep: (step: StepArguments) => newest({ ...step, model }),
    ...settings,
    tools: tools && withSchemas(tools),
    model: withMiddleware(model, middlewareOf(agent, undefined)),
    prepareCall: ({ options, ...call }: { readonly options?: SessionOptions }) => {
      const skillState = { session: options?.session }
      return { ...call, providerOptions: { ...settings.providerOptions, skillState } }
    },
  } as unknown as ToolLoopAgentSettings<SessionOptions, Tools, Context, Data>)
}

/** The tools with schemas that keep their JSON Schema. The AI SDK makes it again at each step, which takes a fifth of one. */
function withSchemas(tools: ToolSet): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, { ...tool, inputSchema: asSchema(tool.inputSchema) }]),
  ) as ToolSet
}
