import {
  type Enforcement,
  type Environment,
  type FailedAttempt,
  type JsonObject,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type Observation,
  SkillStateError,
  type Tokenizer,
  type Usage,
} from '@skill-state/protocol'
import { type Budget, LimitReached } from './budget.ts'
import { FREE, lastAttempt, mostCharge, usedCharge } from './charge.ts'
import { countCharacters, digest } from './digest.ts'
import { type Reservation, type Spending, SpendingLimitReached } from './spending.ts'
import type { CallLine } from './trace.ts'

/** Largest reply that the harness takes, in UTF-16 units: far above any decision, far below what hurts. */
const MAX_REPLY_LENGTH = 1_000_000

type MeteredCall = Omit<CallLine, 'kind' | 'step'>

/** Milliseconds from a fixed moment, rising. */
export type Clock = () => number

export interface MeterOptions {
  readonly tokenizer?: Tokenizer
  readonly budget: Budget
  readonly clock: Clock
  readonly onCall: (call: MeteredCall) => void
  /** Hears of requests that gave no response. */
  readonly onAttempt?: (failure: FailedAttempt) => void
  /** Limits of the run, which other episodes share. */
  readonly spending?: Spending | undefined
}

/**
 * The model as a runtime sees it, metered at its boundary: every call is recorded and charged, whoever
 * makes it and whatever becomes of the reply.
 */
export function meterModel(model: Model, options: MeterOptions): Model {
  const { tokenizer, budget, clock, onCall } = options
  let spent = 0
  return {
    ...described(model),
    async generate(request) {
      if (budget.tokens !== undefined && spent >= budget.tokens) throw new LimitReached('tokens')
      const started = clock()
      const response = await send(model, request, options)
      const durationMs = clock() - started
      const tooLarge = response.text.length > MAX_REPLY_LENGTH
      const measured = withUsage(response, request.prompt, tooLarge ? undefined : tokenizer)
      spent += (measured.usage.inputTokens ?? 0) + (measured.usage.outputTokens ?? 0)
      onCall({
        promptHash: digest(request.prompt),
        promptChars: countCharacters(request.prompt),
        reply: tooLarge ? response.text.slice(0, 1_000) : response.text,
        finishReason: response.finishReason,
        model: response.model,
        fault: response.fault,
        rawUsage: response.rawUsage,
        replayed: response.replayed,
        ...measured,
        durationMs,
      })
      if (tooLarge) {
        throw new SkillStateError(
          'reply-too-large',
          `model ${model.id} replied with ${response.text.length} characters; at most ${MAX_REPLY_LENGTH} are taken`,
        )
      }
      return response
    },
  }
}

/** What a model says of itself, whether it is a plain object or not. */
function described(model: Model): Omit<Model, 'generate'> {
  const { id, notice, capabilities, settings } = model
  return {
    id,
    ...(notice !== undefined && { notice }),
    ...(capabilities && { capabilities }),
    ...(settings && { settings }),
    ...(model.enforce && { enforce: (schema: JsonObject) => model.enforce?.(schema) ?? NOT_ENFORCED }),
  }
}

const NOT_ENFORCED: Enforcement = { enforced: false, dialect: 'none', reasons: [] }

/** Sends a request, and each further attempt, only where the run may spend what it could cost. */
async function send(
  model: Model,
  request: ModelRequest,
  { spending, onAttempt = () => {} }: MeterOptions,
): Promise<ModelResponse> {
  const { capabilities = {} } = model
  const most = mostCharge(request, capabilities)
  let reservation: Reservation | undefined
  const end = (failure: FailedAttempt | undefined): void => {
    if (failure !== undefined) onAttempt(failure)
    reservation?.settle(failure?.mayBeCharged === true ? undefined : FREE)
  }
  const onRetry = async (failure: FailedAttempt): Promise<void> => {
    end(failure)
    await request.onRetry?.(failure)
    reservation = await spending?.reserve(most)
  }
  reservation = await spending?.reserve(most)
  try {
    const response = await model.generate({ ...request, onRetry })
    reservation?.settle(response.replayed === undefined ? usedCharge(response.usage, capabilities) : FREE)
    return response
  } catch (error) {
    if (error instanceof SpendingLimitReached) throw error
    end(lastAttempt(error))
    throw asFailure('model-failed', `model ${model.id}`, error)
  }
}

export interface EnvironmentMeterOptions {
  readonly clock: Clock
  readonly onReset: (observation: Observation) => void
  readonly onTime: (ms: number) => void
}

/** The environment as a runtime sees it: timed, and its exceptions told apart from the model's. */
export function meterEnvironment(environment: Environment, options: EnvironmentMeterOptions): Environment {
  const { clock, onReset, onTime } = options
  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const started = clock()
    try {
      return await call()
    } catch (error) {
      throw asFailure('environment-failed', 'the environment', error)
    } finally {
      onTime(clock() - started)
    }
  }
  const { actionSchema, noop } = environment
  return {
    ...(actionSchema !== undefined && { actionSchema }),
    ...(noop !== undefined && { noop }),
    async reset(resetOptions) {
      const observation = await timed(() => environment.reset(resetOptions))
      onReset(observation)
      return observation
    },
    step: (action, stepOptions) => timed(() => environment.step(action, stepOptions)),
    outcome: () => timed(() => environment.outcome()),
    close: () => environment.close(),
  }
}

/** The provider's own figures; where it gives none, the tokenizer's, marked as estimated. */
function withUsage(
  response: ModelResponse,
  prompt: string,
  tokenizer: Tokenizer | undefined,
): { usage: Usage; estimated?: string } {
  const { inputTokens, outputTokens } = response.usage
  if (tokenizer === undefined || (inputTokens !== undefined && outputTokens !== undefined)) {
    return { usage: response.usage }
  }
  return {
    usage: {
      ...response.usage,
      inputTokens: inputTokens ?? tokenizer.count(prompt),
      outputTokens: outputTokens ?? tokenizer.count(response.text),
    },
    estimated: tokenizer.id,
  }
}

function asFailure(code: 'model-failed' | 'environment-failed', who: string, error: unknown): Error {
  if (error instanceof SkillStateError || error instanceof LimitReached) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new SkillStateError(code, `${who} failed: ${reason.split('\n', 1)[0]}`, { cause: error })
}
