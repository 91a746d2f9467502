import type { JsonObject } from '@skill-state/protocol'
import { z } from 'zod'
import { object, type ZodMiniObject } from 'zod/mini'

export type StateChannels = ZodMiniObject<{
  skillState: z.ZodOptional<z.ZodType<JsonObject>>
  _skillSession: z.ZodOptional<z.ZodString>
}>

/**
 * What a graph keeps beside its messages. LangChain derives a new schema from it at each call of the model: zod would compile
 * each of them, and the object of `zod/mini` does not.
 */
export const stateChannels: StateChannels = object({
  /** Σ_t, for the program around the agent. */
  skillState: z.custom<JsonObject>().optional(),
  /** The session, if nothing else keeps it. One text: LangGraph walks through each object at each checkpoint. */
  _skillSession: z.string().optional(),
})

export type ChannelUpdate = z.output<StateChannels>
