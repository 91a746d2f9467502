import type { Action, JsonObject, Rejection } from '@skill-state/protocol'
import { z } from 'zod'
import type { StateMistake } from '../trace/trace.ts'
import { type AttemptLine, type CallLine, type StepLine, traceLine } from '../trace/trace.ts'
import type { Agreement } from './agreement.ts'

/** Version of the format, in the first line of every file of matched steps. */
export const MATCH_FORMAT = 1

/** Everything that could change an answer, except the states: their prompts name them. */
export interface MatchConditions {
  /** Of the program that asked. */
  readonly version: string
  readonly experiment: string
  /** The runtimes that asked, and what of them could change an answer. */
  readonly runtimes: Readonly<Record<string, JsonObject>>
  readonly model: {
    readonly name: string
    readonly id: string
    readonly notice: string
    readonly settings?: JsonObject
    readonly capabilities?: JsonObject
  }
  /** Estimates token counts if the model reports none. */
  readonly tokenizer: string
}

/** First line: who was asked. */
export interface MatchHeader {
  readonly kind: 'step-match'
  readonly format: typeof MATCH_FORMAT
  readonly conditions: MatchConditions
}

/** Which state was asked about: a step of an episode of the run. */
export interface MatchedStep {
  readonly benchmark: string
  readonly task: string
  /** Who led there. */
  readonly runtime: string
  readonly model: string
  readonly step: number
  /** Of the prompt by which the step was decided there. */
  readonly promptHash: string
}

interface Asked extends MatchedStep {
  readonly calls: readonly CallLine[]
  readonly attempts: readonly AttemptLine[]
}

/** What the environment says of a decision that was carried out in the same world. */
export interface Judgement {
  readonly refused: boolean
  readonly mistake?: StateMistake | undefined
}

/** An answer: what was decided in the state, or that no reply gave a decision. */
export interface MatchLine extends Asked {
  readonly kind: 'match'
  readonly decision?:
    | Pick<StepLine, 'patch' | 'action' | 'actionSource' | 'stateHash' | 'fallback'>
    | undefined
  /** The rejected replies; those of a step without a decision are counted in its calls. */
  readonly rejections: readonly Rejection[]
  /** Why there is no decision. */
  readonly undecided?: { readonly code: string; readonly message: string } | undefined
  readonly agrees: Agreement
  /** Absent if the world could not be led to the state once more, or nothing was decided. */
  readonly judged?: Judgement | undefined
}

/** A state without an answer, such as in an outage: the next run asks again, and no figure contains it. */
export interface FailedMatch extends Asked {
  readonly kind: 'failed'
  readonly error: { readonly code: string; readonly message: string }
}

const text = z.string()
const jsonObject = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>
const line = <K extends 'call' | 'attempt'>(
  kind: K,
): z.ZodType<readonly Extract<z.infer<typeof traceLine>, { kind: K }>[]> =>
  z.array(traceLine.refine((each) => each.kind === kind, `expected a line of kind ${kind}`)) as never
const asked = {
  benchmark: text,
  task: text,
  runtime: text,
  model: text,
  step: z.number().int().nonnegative(),
  promptHash: text,
  calls: line('call'),
  attempts: line('attempt'),
}
const error = z.strictObject({ code: text, message: text })
const rejection: z.ZodType<Rejection> = z.strictObject({
  mistake: z.enum(['syntax', 'schema', 'overwrite', 'rule', 'action']),
  issues: z.array(z.strictObject({ path: text, message: text })),
})
const action: z.ZodType<Action> = z.union([text, jsonObject])

/** Schema of the first line of a file of matched steps. */
export const matchHeader: z.ZodType<MatchHeader> = z.strictObject({
  kind: z.literal('step-match'),
  format: z.literal(MATCH_FORMAT),
  conditions: z.strictObject({
    version: text,
    experiment: text,
    runtimes: z.record(text, jsonObject),
    model: z.strictObject({
      name: text,
      id: text,
      notice: text,
      settings: jsonObject.exactOptional(),
      capabilities: jsonObject.exactOptional(),
    }),
    tokenizer: text,
  }),
})

/** Schema of every other line of a file of matched steps. */
export const matchLine: z.ZodType<MatchLine | FailedMatch> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('match'),
    ...asked,
    decision: z
      .strictObject({
        patch: jsonObject.optional(),
        action,
        actionSource: text.optional(),
        stateHash: text.optional(),
        fallback: z.boolean(),
      })
      .optional(),
    rejections: z.array(rejection),
    undecided: error.optional(),
    agrees: z.strictObject({ action: z.boolean(), normalisedAction: z.boolean(), state: z.boolean() }),
    judged: z
      .strictObject({ refused: z.boolean(), mistake: z.enum(['none', 'overwrite', 'wrong']).optional() })
      .optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), ...asked, error }),
])

/** Names a step among those of a run. */
export function stepKey({ benchmark, task, runtime, model, step }: Omit<MatchedStep, 'promptHash'>): string {
  return JSON.stringify([benchmark, task, runtime, model, step])
}
