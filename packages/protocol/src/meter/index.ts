export {
  addCharges,
  attemptIn,
  type Charge,
  maxCharge,
  NO_CHARGE,
  type ProviderFailure,
  usedCharge,
} from './charge.ts'
export { Deadline } from './deadline.ts'
export { Ledger, type Spent } from './ledger.ts'
export {
  checkLimits,
  LIMIT_NAMES,
  type LimitName,
  LimitReached,
  type Limits,
  type LimitWords,
  limitIn,
  type Reached,
} from './limits.ts'
export { Meter, type Reservation, type Spending } from './meter.ts'
export { generateMetered, type LostAttempt, metered } from './metered.ts'
