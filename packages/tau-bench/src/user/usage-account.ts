import type { PriceSheet, Usage } from '@skill-state/protocol'
import { costOf } from './_cost.ts'
import type { UserUsage } from './user.ts'

/** Adds up what a model's calls report. A sum in which one figure is missing is not known. */
export class UsageAccount {
  private readonly prices: PriceSheet | undefined
  private calls = 0
  private inputTokens: number | undefined = 0
  private outputTokens: number | undefined = 0
  private cost: number | undefined = 0

  /** Without prices, no cost is known. */
  constructor(prices?: PriceSheet) {
    this.prices = prices
    if (prices === undefined) this.cost = undefined
  }

  /** Adds one call; one of which nothing is known leaves the number of calls alone known. */
  charge(usage: Usage): void {
    this.calls += 1
    this.inputTokens = sum(this.inputTokens, usage.inputTokens)
    this.outputTokens = sum(this.outputTokens, usage.outputTokens)
    this.cost = sum(this.cost, this.prices && costOf(usage, this.prices))
  }

  total(): UserUsage {
    const { calls, inputTokens, outputTokens, cost } = this
    return {
      calls,
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
      ...(cost !== undefined && { cost }),
    }
  }
}

function sum(total: number | undefined, more: number | undefined): number | undefined {
  return total === undefined || more === undefined ? undefined : total + more
}
