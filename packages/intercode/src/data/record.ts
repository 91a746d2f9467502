import { z } from 'zod'

/** One record of `ic_ctf.json`. What it has beside this, such as `hint` and `setup`, is not used. */
export const recordSchema = z.object({
  task_id: z.int().nonnegative(),
  query: z.string().min(1),
  gold: z.string().min(1),
  source: z.string().optional(),
  tags: z.array(z.string().min(1)).default([]),
})

export type CtfRecord = z.infer<typeof recordSchema>
