import { invalidOption, type PromptLayout } from '@skill-state/protocol'
import { type Fault, type FaultClass, faultClasses } from './fault.ts'

export interface FaultyOptions {
  /** How often a decision gets a fault of each class: 0 to 1 each, at most 1 together. */
  readonly rates: Readonly<Record<FaultClass, number>>
  /** An integer; only its lower 32 bits count. */
  readonly seed: number
  /** How the state that a prompt shows is read: those of the runtimes whose replies are spoiled. */
  readonly layouts: readonly PromptLayout[]
  /**
   * What becomes of a step that is asked again: `faulty` (default) draws for each call at the same rates;
   * `clean` draws for a step's first call only. A call asks again if its prompt is the step's first prompt
   * with more text after it.
   */
  readonly retries?: 'clean' | 'faulty' | undefined
  /** Told of each fault before the reply is handed on. What it throws, the call throws. */
  readonly onFault?: ((fault: Fault) => void) | undefined
}

/** Throws `invalid-option` if the rates or the seed are out of range. */
export function checkOptions({ rates, seed }: FaultyOptions): void {
  for (const name of faultClasses) {
    const rate: unknown = rates[name]
    if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) {
      throw invalidOption(`rates.${name} must be a number from 0 to 1, not ${String(rate)}`)
    }
  }
  const sum = faultClasses.reduce((total, name) => total + rates[name], 0)
  // Shares such as 0.1 + 0.2 + 0.7 may add up to a little more than 1.
  if (sum > 1 + 1e-9) throw invalidOption(`the rates must add up to at most 1, not ${sum}`)
  if (!Number.isSafeInteger(seed)) throw invalidOption(`seed must be an integer, not ${String(seed)}`)
}
