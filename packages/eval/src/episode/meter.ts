import {
  describeModel,
  type Environment,
  type MaxUsage,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type Observation,
  promptText,
  reasonOf,
  SkillStateError,
  type Tokenizer,
} from '@skill-state/protocol'
import { generateMetered, type LostAttempt, type Meter, type Spending } from '@skill-state/protocol/meter'
import { type RecordedCalls, responseOf } from '../resume/recorded-calls.ts'
import { CannotResume } from '../trace/cut-off.ts'
import { countCharacters, promptDigester } from '../trace/digest.ts'
import { outcomeFault } from '../trace/outcome-fault.ts'
import type { CallLine, SentLine } from '../trace/trace.ts'

/** Largest reply that the harness takes, in UTF-16 units: far above any decision, far below what hurts. */
const MAX_REPLY_LENGTH = 1_000_000

/** Milliseconds from a fixed moment, rising. */
export type Clock = () => number

/** Settles once the lines taken so far are safe; undefined if there is nothing to wait for. */
export type Flush = () => Promise<void> | undefined

interface MeterOptions {
  readonly tokenizer?: Tokenizer | undefined
  readonly own: Meter
  readonly clock: Clock
  /** t of the step that a call serves now. */
  readonly step: () => number
  readonly onCall: (call: CallLine) => void
  /** False if the calls have no reader: then prompts are neither hashed nor counted. Default: true. */
  readonly isRead?: boolean
  /** Takes the most that a request can use, before it is sent. */
  readonly onSending?: ((line: SentLine) => void) | undefined
  readonly onAttempt?: (failure: LostAttempt) => void
  readonly spending?: Spending | undefined
  readonly flush?: Flush | undefined
  /** Calls that were paid for before the episode was cut off: they are not sent again. */
  readonly recorded?: RecordedCalls | undefined
}

/**
 * The model as a runtime sees it, metered at its boundary: every call is recorded and charged,
 * retries and summaries included, even if the reply is of no use.
 */
export function meterModel(model: Model, options: MeterOptions): Model {
  const { tokenizer, own, spending, clock, step, isRead = true, recorded, flush } = options
  const { onCall, onSending, onAttempt } = options
  const limits = spending ? [own, spending] : [own]
  const sending = ({ signal }: ModelRequest): Pick<Spending, 'reserve'> => ({
    async reserve({ usage = {} }) {
      signal?.throwIfAborted()
      const { inputTokens = 0, outputTokens } = usage
      onSending?.({ kind: 'sent', step: step(), atMost: { inputTokens, outputTokens } })
      await flush?.()
      return { settle() {} } // the call or attempt that follows in the record settles it
    },
  })
  const promptDigest = promptDigester()
  return {
    ...describeModel(model),
    async generate(request) {
      const before = recorded?.(request)
      if (before !== undefined) {
        onCall({ ...before, step: step() })
        return responseOf(before)
      }
      const safe = flush?.()
      if (safe) await safe
      const started = clock()
      let atMost: MaxUsage | undefined
      const response = await generateMetered(model, request, {
        spendings: onSending === undefined ? limits : [...limits, sending(request)],
        onLost: onAttempt,
        onUnknownUsage: (most) => {
          atMost = most
        },
      }).catch((error: unknown) => {
        throw asFailure('model-failed', `model ${model.id}`, error)
      })
      const durationMs = elapsed(clock, started)
      const tooLarge = response.text.length > MAX_REPLY_LENGTH
      const { prompt } = request
      const { finishReason, model: name, fault, rawUsage, replayed } = response
      onCall({
        kind: 'call',
        step: step(),
        promptHash: isRead ? promptDigest(prompt) : '',
        promptChars: isRead ? countCharacters(promptText(prompt)) : 0,
        reply: tooLarge ? response.text.slice(0, 1_000) : response.text,
        finishReason,
        model: name,
        fault,
        rawUsage,
        replayed,
        ...withUsage(response, promptText(prompt), tooLarge ? undefined : tokenizer, atMost),
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

interface EnvironmentMeterOptions {
  readonly clock: Clock
  readonly onReset: (observation: Observation) => void
  readonly onTime: (ms: number) => void
  /** Hears what the environment threw, as the runtime does. */
  readonly onError: (error: unknown) => void
  /** Awaited before each step: for environments that may ask models of their own, which must not lose what was paid. */
  readonly flush?: Flush | undefined
}

/** The environment as a runtime sees it: timed, and its exceptions told apart from the model's. */
export function meterEnvironment(environment: Environment, options: EnvironmentMeterOptions): Environment {
  const { clock, onReset, onTime, onError, flush } = options
  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const started = clock()
    try {
      return await call()
    } catch (error) {
      const failure = asFailure('environment-failed', 'the environment', error)
      onError(failure)
      throw failure
    } finally {
      onTime(elapsed(clock, started))
    }
  }
  const { actionSchema, tools, noop } = environment
  return {
    actionSchema,
    tools,
    noop,
    async reset(resetOptions) {
      const observation = await timed(() => environment.reset(resetOptions))
      onReset(observation)
      return observation
    },
    step(action, stepOptions) {
      const step = () => environment.step(action, stepOptions)
      const safe = flush?.()
      return safe ? safe.then(() => timed(step)) : timed(step)
    },
    async outcome() {
      const outcome = await timed(() => environment.outcome())
      const fault = outcomeFault(outcome)
      if (fault === undefined) return outcome
      throw new SkillStateError('environment-failed', `the environment gave no outcome that counts: ${fault}`)
    },
    close: () => environment.close(),
  }
}

/** Milliseconds since a moment; none if the clock was set back in between. */
const elapsed = (clock: Clock, started: number): number => Math.max(0, clock() - started)

/** The provider's own figures; if it gives none, the tokenizer's, marked as estimated. */
function withUsage(
  { usage, text }: ModelResponse,
  prompt: string,
  tokenizer: Tokenizer | undefined,
  atMost: MaxUsage | undefined,
): Pick<CallLine, 'usage' | 'atMost' | 'estimated'> {
  const { inputTokens, outputTokens } = usage
  if (tokenizer === undefined || (inputTokens !== undefined && outputTokens !== undefined))
    return { usage, atMost }
  return {
    usage: {
      ...usage,
      inputTokens: inputTokens ?? tokenizer.count(prompt),
      outputTokens: outputTokens ?? tokenizer.count(text),
    },
    atMost,
    estimated: tokenizer.id,
  }
}

/** An error that says whose it is, in one line; errors of the project and limits stay as they are. */
function asFailure(code: 'model-failed' | 'environment-failed', who: string, error: unknown): Error {
  const isOurs = [SkillStateError, CannotResume].some((own) => error instanceof own)
  if (error instanceof Error && isOurs) return error
  return new SkillStateError(code, `${who} failed: ${reasonOf(error).split('\n', 1)[0]}`, { cause: error })
}
