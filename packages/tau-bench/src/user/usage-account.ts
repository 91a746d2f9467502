import type { Usage } from '@skill-state/protocol'
import type { UserUsage } from './user.ts'

/** Adds up what a model's calls report. A sum in which one figure is missing is not known. */
export class UsageAccount {
  private calls = 0
  private inputTokens: number | undefined = 0
  private outputTokens: number | undefined = 0

  charge({ inputTokens, outputTokens }: Usage): void {
    this.calls += 1
    this.inputTokens = sum(this.inputTokens, inputTokens)
    this.outputTokens = sum(this.outputTokens, outputTokens)
  }

  total(): UserUsage {
    const { calls, inputTokens, outputTokens } = this
    return {
      calls,
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
    }
  }
}

function sum(total: number | undefined, tokens: number | undefined): number | undefined {
  return total === undefined || tokens === undefined ? undefined : total + tokens
}
