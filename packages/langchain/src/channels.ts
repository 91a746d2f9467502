import type { JsonObject } from '@skill-state/protocol'
import { z } from 'zod'
import type { KeptSession } from './checkpoint.ts'

export type StateChannels = z.ZodObject<{
  skillState: z.ZodOptional<z.ZodType<JsonObject>>
  _skillSession: z.ZodOptional<z.ZodType<KeptSession>>
}>

/** What a graph keeps beside its messages. */
export const stateChannels: StateChannels = z.object({
  /** Σ_t, for the program around the agent. */
  skillState: z.custom<JsonObject>().optional(),
  /** The session, if nothing else keeps it. */
  _skillSession: z.custom<KeptSession>().optional(),
})

/** What a step writes into them. */
export type ChannelUpdate = z.output<StateChannels>
