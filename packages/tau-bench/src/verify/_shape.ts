import { z } from 'zod'

/** A number of which only the value counts, not whether Python writes it as an int. */
export const figure: z.ZodType<number> = z.union([z.bigint(), z.number()]).transform(Number)
/** Python's 1.0, 0.0, True and False. */
export const verdict: z.ZodType<boolean> = z.union([
  z.boolean(),
  figure.refine((value) => value === 0 || value === 1).transform((value) => value === 1),
])
/** Of each wanted text, whether it was found. */
export const found: z.ZodType<ReadonlyMap<string, boolean>> = z.map(z.string(), z.boolean())
