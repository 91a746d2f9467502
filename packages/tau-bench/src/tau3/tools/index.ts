import { byName } from '../../python/index.ts'
import type { BankTool } from '../bank/bank.ts'
import type { Side } from '../data/tasks.ts'
import { accountTools } from './accounts.ts'
import { agentTools, discoverableAnnouncements } from './agent.ts'
import { atmImages } from './atm-images.ts'
import { cardActivations } from './cards/card-activation.ts'
import { cardCare } from './cards/card-care.ts'
import { temporaryLimit } from './cards/card-limit.ts'
import { creditCards } from './cards/credit-cards.ts'
import { creditLimits } from './cards/credit-limits.ts'
import { orderDebitCard } from './cards/debit-card-order.ts'
import { creditCardDispute, debitCardDispute } from './disputes.ts'
import { discoverableLookUps, lookUps } from './look-ups.ts'
import { moneyTools } from './money.ts'
import { userTools } from './user.ts'
import { userGifts } from './user-gifts.ts'

export type { Side }

/** The tools that each side is shown, without those that handle discoverable ones. */
export const plainTools: Readonly<Record<Side, ReadonlyMap<string, BankTool>>> = {
  assistant: byName([...agentTools, ...lookUps]),
  user: byName(userTools),
}

/** The tools that documents name: the agent unlocks its own, and gives the user's to the user. */
export const discoverableTools: Readonly<Record<Side, ReadonlyMap<string, BankTool>>> = {
  assistant: byName([
    ...discoverableAnnouncements,
    ...discoverableLookUps,
    ...creditCards,
    ...creditLimits,
    ...accountTools,
    ...moneyTools,
    ...cardActivations,
    ...cardCare,
    creditCardDispute,
    debitCardDispute,
    atmImages,
    orderDebitCard,
    temporaryLimit,
  ]),
  user: byName(userGifts),
}
