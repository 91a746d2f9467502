import type { Capabilities, MaxUsage } from '@skill-state/protocol'
import { addCharges, type Charge, maxCharge, NO_CHARGE, usedCharge } from '@skill-state/protocol/meter'
import type { AttemptLine, CallLine } from '../trace/trace.ts'

interface Recorded {
  readonly calls: readonly Pick<CallLine, 'usage' | 'replayed' | 'atMost'>[]
  readonly attempts: readonly Pick<AttemptLine, 'atMost' | 'mayBeCharged'>[]
}

/** What calls on record have used, those that gave no response or no usage at their most. */
export function chargeOf({ calls, attempts }: Recorded, capabilities: Capabilities = {}): Charge {
  const most = ({ atMost }: { readonly atMost?: MaxUsage | undefined }): Charge =>
    atMost === undefined ? NO_CHARGE : maxCharge(atMost, capabilities)
  const paid = calls.filter(({ replayed }) => replayed === undefined)
  const used = paid.map((call) =>
    call.atMost ? most(call) : (usedCharge(call.usage, capabilities) ?? NO_CHARGE),
  )
  const lost = attempts.filter(({ mayBeCharged }) => mayBeCharged).map(most)
  return [...used, ...lost].reduce(addCharges, NO_CHARGE)
}
