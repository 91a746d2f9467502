import {
  type Certificate,
  certify,
  chooseEncoding,
  compileSkill,
  type Guard,
  type PatchEncoding,
  type RunSkillOptions,
  replyRequest,
} from '@skill-state/core'
import { capture as capturing } from '@skill-state/core/capture'
import { makeRoom } from '@skill-state/core/guards'
import type { CommitMode, Migrations } from '@skill-state/core/journal'
import type { layouts } from '@skill-state/core/layouts'
import {
  invalidOption,
  isJsonObject,
  type JsonObject,
  type Model,
  requestLength,
  type Skill,
} from '@skill-state/protocol'
import type { Field } from '@skill-state/protocol/evidence'
import { checkLimits, type Limits } from '@skill-state/protocol/meter'
import {
  type AnySchema,
  type AnyTool,
  type OutputOf,
  type StandardSchema,
  type Tools,
  ToolWorld,
  toolInstructions,
} from '@skill-state/tools'
import { type Estimate, type EstimateOptions, estimateOf, wholeNumber } from './costs/estimate.ts'
import type { AgentEvent, AnyInputs } from './events.ts'
import { BLUEPRINT, type Blueprint } from './session/blueprint.ts'
import { maxObservationChars as longestView } from './session/observation.ts'
import { MAX_LEFT_OUT_CHARS, MAX_PART_CHARS } from './session/parts.ts'
import { actionJudge } from './session/reply/judge-action.ts'
import { readAgentReply } from './session/reply/read-reply.ts'
import { MAX_RETRY_CHARS, retryPrompt } from './session/reply/retry-prompt.ts'
import { typeText } from './session/reply/type-text.ts'
import type { SeedEntry } from './session/seed.ts'
import { Session } from './session/session.ts'
import { memorySessions, type SessionStore } from './stores.ts'

export interface AgentOptions<
  Schema extends AnySchema,
  Inputs,
  Context = unknown,
  Output extends AnySchema = AnySchema,
> {
  /** Names the agent in journals. Default `agent`. */
  readonly name?: string | undefined
  readonly model: Model
  /** What the agent does, and by which rules. The tools are described after it. */
  readonly instructions: string
  /** Texts that follow the instructions, each while a field of the state names it. Default: none. */
  readonly stages?: Skill['stages']
  /** Schema of the state, the only memory from step to step. Bound what grows: see `certificate`. */
  readonly state: Schema
  /** Σ_0. Default: what the schema's library makes of an empty object. */
  readonly initialState?: NoInfer<OutputOf<Schema>> | undefined
  /** Version of the state's schema. Raise it when old states no longer mean the same. Default 1. */
  readonly schemaVersion?: number | undefined
  /** How states of earlier versions become ones of the next, by the version that each starts from. Default none. */
  readonly migrations?: Migrations | undefined
  readonly tools: Tools<Inputs, OutputOf<Schema>, Context>
  /**
   * Schema of what `open` is given as `context`, such as who is signed in or a database handle: it is checked and typed, and
   * given to tools, approvals and guards. No prompt and no record has it. Default: anything.
   */
  readonly context?: StandardSchema<Context> | undefined
  /** How many earlier messages each prompt shows beside the one being answered. Default 0. */
  readonly recent?: number | undefined
  /**
   * How prompts write the state, so that a provider's cache keeps more of them: `layouts.auto` of `@skill-state/core/layouts`, or
   * another one. It is given the prices in the model's capabilities. Default: the whole state in each prompt.
   */
  readonly layout?: (typeof layouts)['auto'] | undefined
  /** Most UTF-16 units of a tool's result or a message in the prompt; longer ones are read in parts. Default 4,000. */
  readonly maxResultChars?: number | undefined
  /**
   * Most calls that one step may make at once. Default: 8, and fewer if `maxResultChars` has no room for their results, each of
   * which gets its share. 1: a step makes one call.
   */
  readonly maxCalls?: number | undefined
  /**
   * Whether a call may carry a reply, so that the agent talks while it works. Default false, unless the model calls tools in its
   * provider's own form, where each text is said to the user.
   */
  readonly replyWithTools?: boolean | undefined
  /**
   * Whether a reply in plain words is rejected. Default false: it is an answer to the user without a patch. What looks like
   * an attempt at the form is rejected in any case.
   */
  readonly strict?: boolean | undefined
  /**
   * Schema of the result of a turn, an object, beside the reply: the agent gives it by the action `output`, which ends the turn, and
   * `Turn.output` has it as the schema's library makes it. A result that does not fit is asked for again. A turn that only replies, for
   * instance with a question, has none. Default none.
   */
  readonly output?: Output | undefined
  /** Whether the agent can end the whole session, by the action `finish`. Default false. */
  readonly finish?: boolean | undefined
  /**
   * When a patch takes effect that comes with a call. `before-action` (default): whatever becomes of the call; if it does not
   * succeed, the model is told what is in doubt. `after-accept`: only if the call succeeds; else the model is told what was undone.
   */
  readonly commit?: CommitMode | undefined
  /** A message has 20 steps by default. */
  readonly limits?:
    | { readonly session?: Limits | undefined; readonly message?: Limits | undefined }
    | undefined
  /**
   * Fields at the top of the state that the runtime fills from the tools' results and the user's messages: the rules of
   * `skill-state propose`, or your own. The model reads them and cannot write them.
   */
  readonly capture?: readonly Field[] | undefined
  /** Further rules for patches; see `@skill-state/core/guards`. */
  readonly guards?: readonly Guard[] | undefined
  /** Replies that a step may ask for, the first included. Default 3. */
  readonly attempts?: number | undefined
  /**
   * Hears every event of every session, for instance `openTelemetry(…)`. If it throws, it hears no more of the turn, which
   * ends as failed before its next step and can be resumed.
   */
  readonly onEvent?: ((event: AgentEvent, session: string) => void) | undefined
  /** Hears what should be looked at, such as a state without a bound. Default: `console.warn`. */
  readonly onWarning?: ((warning: string) => void) | undefined
}

export interface OpenOptions<State = unknown, Context = unknown> {
  /** Names the session. The same id in the same store is the same session. */
  readonly id: string
  /** Default: in memory, gone with the process. */
  readonly store?: SessionStore | undefined
  /** Answers in place of the agent's model while the session is open, in the form of reply that the agent asks for. */
  readonly model?: Model | undefined
  /** See `AgentOptions.context`. */
  readonly context?: Context | undefined
  /** Σ_0 of a new session. Default: that of the agent. */
  readonly initialState?: NoInfer<State> | undefined
  /**
   * What was said before a new session, oldest first, for instance in another system. Rules of `capture` read all of it, and the
   * first prompt shows it within the bound of a result, so that the model writes what it needs into the state.
   */
  readonly seed?: readonly SeedEntry[] | undefined
}

export interface Agent<State, Inputs = AnyInputs, Context = unknown> {
  /** The most characters that a prompt can have, or why there is no such number. */
  readonly certificate: Certificate
  /**
   * What a session of so many messages is likely to take, before the first call: by the agent's prompts, usual sizes, and a simulated
   * cache of the provider. Give what earlier sessions have used as `usual`: without it the sizes are guesses.
   */
  estimate(options: EstimateOptions): Estimate
  /** Opens a session, or continues it. Its caller closes it. */
  open(options: OpenOptions<State, Context>): Promise<Session<State, Inputs>>
}

/**
 * An agent whose only memory is a state. Throws `invalid-option` or `invalid-skill`, in one line, for anything that could
 * not work: a tool without a description, a schema that does not compile, limits that cannot be kept.
 *
 * @example
 * ```ts
 * import { agent } from '@skill-state/agent'
 * import { scripted } from '@skill-state/models'
 * import { z } from 'zod'
 *
 * const shopping = agent({
 *   model: scripted(['{"state_patch": {"list": {"milk": 2}}, "action": {"reply": "Noted."}}']),
 *   instructions: 'You keep the shopping list.',
 *   state: z.object({ list: z.record(z.string().max(20), z.int()).meta({ maxProperties: 50 }).default({}) }),
 *   tools: {},
 * })
 * const session = await shopping.open({ id: 'monday' })
 * for await (const event of session.send('We need 2 milk.')) {
 *   if (event.type === 'reply') console.log(event.text) // Noted.
 * }
 * console.log(session.state.list.milk) // 2
 * ```
 */
export function agent<
  const Schema extends AnySchema,
  Inputs,
  Context = unknown,
  const Output extends AnySchema = never,
>(
  options: AgentOptions<Schema, Inputs, Context, Output>,
): Agent<OutputOf<Schema>, NoInfer<CallsOf<Inputs, Output>>, Context> {
  checkParts(options)
  const { name = 'agent', model, maxResultChars = 4_000, recent = 0, capture = [], finish = false } = options
  const { session = {}, message = {} } = options.limits ?? {}
  const limits = { session, message: { steps: DEFAULT_STEPS, ...message } }
  const isNative = model.capabilities?.native === 'calls'
  const world = {
    tools: options.tools as Readonly<Record<string, AnyTool>>,
    output: options.output,
    conversation: options.replyWithTools || options.output || isNative ? 'with-tools' : 'replies',
    maxResultChars,
    maxCalls: options.maxCalls,
    finish,
  } as const
  const tools = new ToolWorld(world)
  const initialState = initialStateOf(options)
  const form = formFor(options.state, initialState, model, tools)
  const bare = { name, instructions: '', schema: options.state, initialState } as Skill
  const { schema } = compileSkill(bare)
  const { actionSchema: actions } = new ToolWorld({ ...world, actions: 'map' })
  const known = Object.keys(actions.properties as JsonObject)
  const { strict } = options
  const replies: RunSkillOptions['reply'] = {
    parse: (text) => readAgentReply(text, { ...form, actions: known, strict, tools: tools.tools }),
    readAction: actionJudge(actions, world.conversation === 'with-tools'),
    retry: (prompt, rejection, reply) => retryPrompt(prompt, rejection, reply, { state: schema, actions }),
  }
  const typed = form.answer ? [] : [`${STATE_TYPE}\n\n${typeText(schema)}`]
  const called = isNative ? [] : [toolInstructions(tools.actions, { ...world, maxCalls: tools.several.max })]
  const instructions = [
    options.instructions,
    ...typed,
    ...captureInstructions(capture, options),
    ...(isNative ? [NATIVE] : called),
  ].join('\n\n')
  const skill = { ...bare, instructions, stages: options.stages }
  for (const each of Object.values(limits)) checkLimits(each, model)
  wholeNumber('recent', recent, 0)
  wholeNumber('maxCalls', options.maxCalls ?? 1, 1)

  const given = options.guards ?? []
  const guards = [...given, makeRoom(schema, given)]
  const patch = {
    encoding: form.encoding,
    guards,
    capture: capture.length > 0 ? capturing(capture) : undefined,
  }
  const compiled = compileSkill(skill, patch)
  const { request } = replyRequest(compiled, tools, form)
  const { prices, cacheMinimumTokens: minCachedTokens } = model.capabilities ?? {}
  const headChars = requestLength({ ...request, prompt: instructions })
  const layout = options.layout?.({ prices, minCachedTokens, headChars })
  const view = { maxMessageChars: maxResultChars, maxResultChars, recent }
  const sees = model.capabilities?.sees !== undefined
  const beside = {
    maxObservationChars: longestView(view),
    environment: tools,
    maxRetryChars: MAX_RETRY_CHARS + (sees ? MAX_LEFT_OUT_CHARS : 0),
    maxPartChars: sees ? MAX_PART_CHARS : undefined,
    layout,
  }
  const certificate = certify(compiled, { ...form, observation: 'parts', action: 'json', ...beside })
  const warn = options.onWarning ?? ((warning: string) => console.warn(warning))
  for (const warning of warningsOf(name, certificate, model)) warn(warning)

  const blueprint: Blueprint = {
    skill: compiled,
    schemaVersion: options.schemaVersion,
    migrations: options.migrations,
    model,
    world,
    view,
    limits,
    strict: strict === true,
    described: { schema: typed.join('').length, tools: called.join('').length },
    run: {
      patch,
      reply: { ...replies, ...form, layout, attempts: options.attempts },
      observation: { form: 'parts' },
      commit: options.commit,
    },
    onWarning: warn,
    onEvent: options.onEvent,
  }
  const inMemory = memorySessions()
  const made: Agent<OutputOf<Schema>, CallsOf<Inputs, Output>, Context> = {
    certificate,
    estimate: (given) => estimateOf(blueprint, certificate, given),
    async open({ id, store = inMemory, model: other = model, context: given, initialState: first, seed }) {
      for (const each of Object.values(limits)) checkLimits(each, other)
      const context = await contextOf(options.context, given)
      const beginning = { context, initialState: first as JsonObject | undefined, seed }
      const place = await store.open(id)
      try {
        const session = new Session<OutputOf<Schema>, CallsOf<Inputs, Output>>(
          id,
          { ...blueprint, model: other },
          place,
          beginning,
        )
        await session.recordMigration()
        return session
      } catch (error) {
        await place.close()
        throw error
      }
    },
  }
  return Object.defineProperty(made, BLUEPRINT, { value: blueprint })
}

const DEFAULT_STEPS = 20

type InputsOf<Inputs> = unknown extends Inputs
  ? AnyInputs
  : { readonly [Name in keyof Inputs]: OutputOf<Inputs[Name]> }

/** Those of the tools, and the result, which is given as if it were a call. */
type CallsOf<Inputs, Output extends AnySchema> = [Output] extends [never]
  ? InputsOf<Inputs>
  : InputsOf<Inputs> & { readonly output: OutputOf<Output> }

/** For callers without types. */
function checkParts({ model, instructions, state, tools }: Partial<AgentOptions<AnySchema, unknown>>): void {
  if (typeof model?.generate !== 'function')
    throw invalidOption('model: there is none: give a model, for instance of @skill-state/models')
  if (typeof instructions !== 'string') throw invalidOption('instructions: expected a text')
  if (state === null || !['object', 'function'].includes(typeof state))
    throw invalidOption('state: there is none: give the schema of an object')
  if (typeof tools !== 'object' || tools === null)
    throw invalidOption('tools: there are none: give an object, for instance {}')
}

async function contextOf<Context>(
  schema: StandardSchema<Context> | undefined,
  given: Context | undefined,
): Promise<unknown> {
  if (schema === undefined) return given
  const result = await schema['~standard'].validate(given)
  if (!result.issues) return result.value
  const [{ message, path = [] } = { message: 'invalid' }] = result.issues
  const place = ['context', ...path.map((step) => String(typeof step === 'object' ? step.key : step))]
  throw invalidOption(`${place.join('.')}: ${message}`)
}

/** Stands above the type of the state, where no schema shows it to the model. */
const STATE_TYPE = `## State

The state is of this type. A state_patch is a part of it, with null for a key to delete:`

/** What a model is told that answers in its provider's own form. */
const NATIVE =
  'What you write as text is said to the user. An answer without a call of another tool ends your turn: you will not see this conversation again, so write what you need later into the state.'

/** What the prompt says about the fields that the model cannot write. */
function captureInstructions(
  fields: readonly Field[],
  { tools }: { readonly tools: object },
): readonly string[] {
  for (const { name, from, evict = [] } of fields) {
    const unknown = [...('tool' in from ? [from.tool] : []), ...evict].find(
      (tool) => !Object.hasOwn(tools, tool),
    )
    if (unknown !== undefined)
      throw invalidOption(`capture: "${name}" names the tool "${unknown}", which does not exist`)
  }
  if (fields.length === 0) return []
  const names = fields.map(({ name }) => `"${name}"`).join(', ')
  return [
    `The runtime fills these fields of the state from results and messages; never write them: ${names}.`,
  ]
}

function initialStateOf({
  state,
  initialState,
}: Pick<AgentOptions<AnySchema, unknown>, 'state' | 'initialState'>): JsonObject {
  if (initialState !== undefined) return initialState as JsonObject
  const { '~standard': standard } = state as Partial<StandardSchema>
  if (standard === undefined) return {}
  const result = standard.validate({})
  if (result instanceof Promise) throw invalidOption('state: its checks are asynchronous: give initialState')
  if (!result.issues && isJsonObject(result.value)) return result.value
  const [issue] = result.issues ?? []
  const place = issue?.path?.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
  throw invalidOption(
    `state: ${place ?? 'it'} has no default: give defaults to the schema, or an initialState`,
  )
}

/** How the agent asks and is answered: in the provider's own forms if the model's capabilities say so. */
function formFor(
  state: AnySchema,
  initialState: JsonObject,
  model: Model,
  world: Pick<ToolWorld, 'actionSchema'>,
): Pick<NonNullable<RunSkillOptions['reply']>, 'answer' | 'prompt'> & { readonly encoding?: PatchEncoding } {
  const native = model.capabilities?.native
  const prompt = native === undefined ? undefined : 'messages'
  if (native === 'calls') return { prompt, answer: 'native' }
  if (model.enforce === undefined) return { prompt }
  const skill = { name: 'state', instructions: '', schema: state, initialState } as Skill
  const { encoding, enforcement } = chooseEncoding(skill, model, world.actionSchema)
  return enforcement.enforced ? { prompt, answer: 'json', encoding } : { prompt }
}

/** Characters of a token, at least: state JSON has about 1.9. */
const CHARS_PER_TOKEN = 1.5

function warningsOf(name: string, certificate: Certificate, { id, capabilities }: Model): string[] {
  if (!certificate.bounded) {
    const places = certificate.unbounded.map(
      ({ path, reason, fix }) => `${path || 'the state'} can have ${reason} (set ${fix})`,
    )
    return [`agent "${name}": its prompt has no bound: ${places.join('; ')}`]
  }
  const { contextTokens, maxOutputTokens = 0 } = capabilities ?? {}
  if (contextTokens === undefined) return []
  const room = contextTokens - maxOutputTokens
  if (certificate.promptChars / CHARS_PER_TOKEN <= room) return []
  return [
    `agent "${name}": its prompt can have ${certificate.promptChars} characters, and ${id} reads ${room} tokens: lower the bounds of the state`,
  ]
}
