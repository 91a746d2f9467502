import { z } from 'zod'
import type { NoiseCondition } from './source.ts'

export interface NoiseOptions {
  readonly condition: NoiseCondition
  /** n: lines after each observation. The paper has 5, 20 and 50. */
  readonly lines: number
}

export const noiseSchema: z.ZodType<NoiseOptions> = z.strictObject({
  condition: z.enum(['irrelevant', 'chatter', 'overrides']),
  lines: z.int().min(1),
})

/** Names of the conditions in a task's variant: `noise-20` is the paper's. */
const nameOf: Readonly<Record<NoiseCondition, string>> = {
  irrelevant: 'noise',
  chatter: 'chatter',
  overrides: 'overrides',
}

/** A variant's name, fit for a file name: `noise-20`, `chatter-20`, `overrides-20`. */
export function noiseVariant({ condition, lines }: NoiseOptions): string {
  return `${nameOf[condition]}-${lines}`
}
