import {
  describeModel,
  type FailedAttempt,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type MostUsage,
  mostUsage,
  type Usage,
} from '@skill-state/protocol'
import { asFailure } from './as-failure.ts'
import { FREE, lastAttempt, mostCharge, usedCharge } from './charge.ts'
import { type Reservation, type Spending, SpendingLimitReached } from './spending.ts'

/** A request that gave no response. */
export interface LostAttempt extends FailedAttempt {
  /** Present if it may be charged: the most that it can have used. */
  readonly atMost?: MostUsage | undefined
}

export interface SendOptions {
  /** Limits of the run, which all its calls share. */
  readonly spending?: Spending | undefined
  /** Hears of requests that gave no response. */
  readonly onAttempt?: ((failure: LostAttempt) => void) | undefined
}

/** Sends a request, and each further attempt, only if the run may spend what it could cost. */
export async function sendWithin(
  model: Model,
  request: ModelRequest,
  { spending, onAttempt = ignore }: SendOptions,
): Promise<ModelResponse> {
  const { capabilities = {} } = model
  const reserve = () => spending?.reserve(mostCharge(request, capabilities))
  let reservation: Reservation | undefined
  const end = (failure: FailedAttempt | undefined): void => {
    const isLost = failure?.mayBeCharged === true
    if (failure !== undefined)
      onAttempt({ ...failure, atMost: isLost ? mostUsage(request, capabilities) : undefined })
    reservation?.settle(isLost ? undefined : FREE)
  }
  const onRetry = async (failure: FailedAttempt): Promise<void> => {
    end(failure)
    await request.onRetry?.(failure)
    reservation = await reserve()
  }
  if (spending) reservation = await reserve()
  try {
    const response = await model.generate({ ...request, onRetry })
    const usage = known(response.usage)
    reservation?.settle(response.replayed === undefined ? usedCharge(usage, capabilities) : FREE)
    return usage === response.usage ? response : { ...response, usage }
  } catch (error) {
    if (error instanceof SpendingLimitReached) throw error
    end(lastAttempt(error))
    throw asFailure('model-failed', `model ${model.id}`, error)
  }
}

/** The same model, whose calls count against the limits of a run. */
export function limitSpending(model: Model, spending: Spending): Model {
  return { ...describeModel(model), generate: (request) => sendWithin(model, request, { spending }) }
}

/** An invalid count, such as NaN, is unknown. */
function known(usage: Usage): Usage {
  const counts = Object.entries(usage)
  return counts.every(isKnown) ? usage : Object.fromEntries(counts.filter(isKnown))
}

function isKnown([, count]: [string, number]): boolean {
  return Number.isSafeInteger(count) && count >= 0
}

const ignore = (): void => {}
