import type {
  Action,
  EnvironmentCall,
  FailedAttempt,
  FinishReason,
  InjectedFault,
  Issue,
  JsonObject,
  MaxUsage,
  Observation,
  Outcome,
  Rejection,
  Usage,
} from '@skill-state/protocol'
import { LIMIT_NAMES, type LimitName } from '@skill-state/protocol/meter'
import { z } from 'zod'

/** Version of the trace format, in every episode's first line. */
export const TRACE_FORMAT = 1

/** What was wrong with a patch that was taken; `none` if it was judged and nothing was. */
export type StateMistake = 'none' | 'overwrite' | 'wrong'

/** First line of a trace: which episode this is. */
export interface EpisodeLine {
  readonly kind: 'episode'
  readonly format: typeof TRACE_FORMAT
  /** Equal for episodes that are equal in everything that could change them; absent if it was not computed. */
  readonly id?: string | undefined
  /** The trace of another run that this one was copied from, which has the same id: its calls were paid for there. */
  readonly copiedFrom?: string | undefined
  readonly benchmark: string
  readonly task: string
  readonly variant?: string | undefined
  /** The problem of which the task is one trial. */
  readonly problem?: string | undefined
  readonly seed: number
  /** What the task adds to the skill's instructions. */
  readonly instructions?: string | undefined
  readonly horizon?: number | undefined
  readonly runtime: string
  readonly model: string
}

/** O_0. */
export interface ResetLine {
  readonly kind: 'reset'
  readonly observation: Observation
}

/** One model call, written as soon as it is paid for. */
export interface CallLine {
  readonly kind: 'call'
  /** t of the step that this call serves. */
  readonly step: number
  /** SHA-256 of the prompt's UTF-8 bytes. */
  readonly promptHash: string
  /** Size of the prompt in Unicode code points. */
  readonly promptChars: number
  /** The reply as it came, reasoning included. */
  readonly reply: string
  readonly finishReason: FinishReason
  /** The model that answered, by its own name. */
  readonly model: string
  /** What was done to the reply on purpose. */
  readonly fault?: InjectedFault | undefined
  readonly usage: Usage
  /** Present if the provider did not say what it charges for: the most that it can be. Limits count this. */
  readonly atMost?: MaxUsage | undefined
  /** What the provider says of usage, in its own words. */
  readonly rawUsage?: JsonObject | undefined
  /** Present if nothing was sent: a response on record stood in. */
  readonly replayed?: 'cache' | 'recording' | undefined
  /** Tokenizer that estimated the token counts, if the provider gave none. */
  readonly estimated?: string | undefined
  readonly durationMs: number
}

/**
 * A request that is about to be sent, in an episode with a limit of tokens or cost. If neither its `call` nor its `attempt`
 * follows, the process died in it.
 */
export interface SentLine {
  readonly kind: 'sent'
  /** t of the step that it serves. */
  readonly step: number
  /** The most that it can use. */
  readonly atMost: MaxUsage
}

/** A request to the provider that gave no response, and that another one followed or not. */
export interface AttemptLine extends FailedAttempt {
  readonly kind: 'attempt'
  /** Present if it may be charged: the most that it can have used, as far as that is known. */
  readonly atMost?: MaxUsage | undefined
  /** t of the step that it served. */
  readonly step: number
}

/** One decision and the environment's answer to it. */
export interface StepLine {
  readonly kind: 'step'
  readonly index: number
  readonly rejections: readonly Rejection[]
  readonly fallback: boolean
  readonly notes?: readonly Issue[] | undefined
  readonly rolledBack?: readonly string[] | undefined
  readonly patch?: JsonObject | undefined
  readonly action: Action
  readonly actionSource?: string | undefined
  /** What the patch, which was taken, made wrong in the state; absent if the environment cannot tell. */
  readonly mistake?: StateMistake | undefined
  /** SHA-256 of the JSON text of Σ_{t+1}. */
  readonly stateHash?: string | undefined
  /** O_{t+1}. */
  readonly result: Observation
  /** Time that the environment took. */
  readonly durationMs: number
}

/**
 * How an episode ended. An outage is never a score of 0: a failed episode has an outcome only if replies of the model
 * ended it, and that is what it had reached by then.
 */
export type EpisodeEnd =
  | { readonly status: 'terminated'; readonly outcome: Outcome }
  | { readonly status: 'truncated'; readonly limit: LimitName; readonly outcome: Outcome }
  | {
      readonly status: 'failed'
      readonly error: { readonly code: string; readonly message: string }
      readonly outcome?: Outcome | undefined
      /** What the environment asked models of its own for the observation that it failed to give. */
      readonly calls?: readonly EnvironmentCall[] | undefined
    }

export type EndLine = { readonly kind: 'end' } & EpisodeEnd

/** Takes one line of a trace, and its JSON if that was written already. Returns once it is safe. */
export type Recorder = (line: TraceLine, text?: string) => void

export type TraceLine = EpisodeLine | ResetLine | SentLine | AttemptLine | CallLine | StepLine | EndLine

const count = z.number().int().nonnegative()
const usage = z.strictObject({
  inputTokens: count.exactOptional(),
  cachedInputTokens: count.exactOptional(),
  cacheWriteTokens: count.exactOptional(),
  outputTokens: count.exactOptional(),
  reasoningTokens: count.exactOptional(),
})
const replayed = z.enum(['cache', 'recording'])
const environmentCalls = z.array(
  z.strictObject({
    model: z.string(),
    usage,
    cost: z.number().nonnegative().exactOptional(),
    atMost: z.boolean().exactOptional(),
    replayed: replayed.exactOptional(),
  }),
)
const observation = z.strictObject({
  text: z.string(),
  done: z.boolean(),
  refused: z.boolean().exactOptional(),
  calls: environmentCalls.exactOptional(),
})
const issues = z.array(z.strictObject({ path: z.string(), message: z.string() }))
const outcome = z.strictObject({
  reward: z.number(),
  metrics: z.record(z.string(), z.number()).exactOptional(),
})
/** What is in a line is JSON, since the line was read as JSON: to look at each value again takes a quarter of the time. */
const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>
const end = z.discriminatedUnion('status', [
  z.strictObject({ kind: z.literal('end'), status: z.literal('terminated'), outcome }),
  z.strictObject({
    kind: z.literal('end'),
    status: z.literal('truncated'),
    limit: z.enum(LIMIT_NAMES),
    outcome,
  }),
  z.strictObject({
    kind: z.literal('end'),
    status: z.literal('failed'),
    error: z.strictObject({ code: z.string(), message: z.string() }),
    outcome: outcome.optional(),
    calls: environmentCalls.optional(),
  }),
])

const maxUsage = z.strictObject({ inputTokens: count, outputTokens: count.exactOptional() })

export const traceLine: z.ZodType<TraceLine> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('episode'),
    format: z.literal(TRACE_FORMAT),
    id: z.string().optional(),
    copiedFrom: z.string().optional(),
    benchmark: z.string(),
    task: z.string(),
    variant: z.string().optional(),
    problem: z.string().optional(),
    instructions: z.string().optional(),
    seed: z.number().int(),
    horizon: count.optional(),
    runtime: z.string(),
    model: z.string(),
  }),
  z.strictObject({ kind: z.literal('reset'), observation }),
  z.strictObject({
    kind: z.literal('call'),
    step: count,
    promptHash: z.string(),
    promptChars: count,
    reply: z.string(),
    finishReason: z.enum(['stop', 'length', 'refusal', 'other']),
    model: z.string(),
    fault: z
      .strictObject({
        class: z.string(),
        kind: z.string(),
        intended: jsonObject,
        differs: z.boolean().exactOptional(),
      })
      .optional(),
    usage,
    rawUsage: jsonObject.optional(),
    replayed: replayed.optional(),
    atMost: maxUsage.optional(),
    estimated: z.string().optional(),
    durationMs: z.number().nonnegative(),
  }),
  z.strictObject({ kind: z.literal('sent'), step: count, atMost: maxUsage }),
  z.strictObject({
    kind: z.literal('attempt'),
    step: count,
    code: z.string() as unknown as z.ZodType<FailedAttempt['code']>,
    message: z.string(),
    mayBeCharged: z.boolean(),
    atMost: maxUsage.optional(),
  }),
  z.strictObject({
    kind: z.literal('step'),
    index: count,
    rejections: z.array(
      z.strictObject({ mistake: z.enum(['syntax', 'schema', 'overwrite', 'rule', 'action']), issues }),
    ),
    fallback: z.boolean(),
    notes: issues.optional(),
    rolledBack: z.array(z.string()).optional(),
    patch: jsonObject.optional(),
    action: z.union([z.string(), jsonObject]),
    actionSource: z.string().optional(),
    mistake: z.enum(['none', 'overwrite', 'wrong']).optional(),
    stateHash: z.string().optional(),
    result: observation,
    durationMs: z.number().nonnegative(),
  }),
  end,
])

/** `traceLine` as JSON Schema (2020-12), for readers in other languages. */
export function traceJsonSchema(): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(traceLine, { io: 'input' })
  const title = 'One line of a trace file of skill-state'
  return JSON.parse(JSON.stringify({ $schema, title, ...schema })) as JsonObject
}
