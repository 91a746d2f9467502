import { SkillStateError } from '../errors.ts'
import { unlessAborted } from '../machine/unless-aborted.ts'
import type { MaxUsage } from '../model/cost.ts'
import {
  describeModel,
  type FailedAttempt,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from '../model/model.ts'
import { chargeBound, lastAttempt, NO_CHARGE, parseUsage, usedCharge } from './charge.ts'
import { type Reservation, reserveAll, type Spending } from './meter.ts'

/** A request that gave no response. */
export interface LostAttempt extends FailedAttempt {
  /** Present if it may be charged: the most that it can have used. */
  readonly atMost?: MaxUsage | undefined
}

export interface MeteredOptions {
  /** What must have room for a call. Default: no limit. */
  readonly spendings?: readonly Pick<Spending, 'reserve'>[] | undefined
  /** Hears that there is room for the call, before it is sent. */
  readonly onAdmitted?: (() => void) | undefined
  /** Hears of requests that gave no response, before there is another one. */
  readonly onLost?: ((lost: LostAttempt) => void) | undefined
  /** Hears that a response did not say what it used, and what it counts as: the most. */
  readonly onUnknownUsage?: ((atMost: MaxUsage) => void) | undefined
}

/**
 * Sends a request, and each further attempt of the provider's adapter, only if everybody has room for the most that it
 * could use. An attempt that may be charged counts as the most, and so does a response without its usage.
 *
 * Throws `LimitReached` if there is no room, and what the model throws.
 */
export async function generateMetered(
  model: Model,
  request: ModelRequest,
  { spendings = [], onAdmitted = ignore, onLost = ignore, onUnknownUsage = ignore }: MeteredOptions,
): Promise<ModelResponse> {
  const { capabilities = {} } = model
  const most = chargeBound(request, capabilities)
  let reservation: Reservation | undefined
  let denied: unknown
  const reserve = async (): Promise<void> => {
    request.signal?.throwIfAborted()
    try {
      reservation = await reserveAll(spendings, most)
    } catch (error) {
      denied = error
      throw error
    }
    if (request.signal?.aborted) reservation.settle(NO_CHARGE)
    request.signal?.throwIfAborted()
  }
  const lose = (failure: FailedAttempt): void => {
    onLost({ ...failure, atMost: failure.mayBeCharged ? most.usage : undefined })
    reservation?.settle(failure.mayBeCharged ? undefined : NO_CHARGE)
  }
  const onRetry = async (failure: FailedAttempt): Promise<void> => {
    request.signal?.throwIfAborted() // the call has ended: another attempt would stay unsettled
    lose(failure)
    await request.onRetry?.(failure)
    await reserve()
  }
  await reserve()
  onAdmitted()
  try {
    const response = await unlessAborted(model.generate({ ...request, onRetry }), request.signal)
    if (typeof response?.text !== 'string')
      throw new SkillStateError('model-failed', `model ${model.id} gave a response without a text`)
    const usage = parseUsage(response.usage)
    const used = response.replayed === undefined ? usedCharge(usage, capabilities) : NO_CHARGE
    if (used === undefined) onUnknownUsage(most.usage)
    reservation?.settle(used)
    if (denied === undefined) return { ...response, usage }
  } catch (error) {
    const failure = denied === undefined ? lastAttempt(error, request.signal) : undefined
    if (failure !== undefined) lose(failure)
    else reservation?.settle(NO_CHARGE)
    if (denied === undefined) throw error
  }
  throw denied
}

/** The same model, whose calls count against limits. */
export function metered(model: Model, options: MeteredOptions): Model {
  return { ...describeModel(model), generate: (request) => generateMetered(model, request, options) }
}

const ignore = (): void => {}
