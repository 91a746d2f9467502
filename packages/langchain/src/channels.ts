import type { JsonObject } from '@skill-state/protocol'
import { z } from 'zod'

export type StateChannels = z.ZodObject<{
  skillState: z.ZodOptional<z.ZodType<JsonObject>>
  _skillSession: z.ZodOptional<z.ZodString>
}>

/** What a graph keeps beside its messages. */
export const stateChannels: StateChannels = z.object({
  /** Σ_t, for the program around the agent. */
  skillState: z.custom<JsonObject>().optional(),
  /** The session, if nothing else keeps it. One text: LangGraph walks through each object at each checkpoint. */
  _skillSession: z.string().optional(),
})

/** What a step writes into them. */
export type ChannelUpdate = z.output<StateChannels>
