import { z } from 'zod'

/** What a reply of the task decides: it has the form of a tool's arguments too. */
export const Block = z.object({
  state_patch: z.object({ inventory: z.record(z.string(), z.string().nullable()) }),
  action: z.string(),
})

export type Block = z.infer<typeof Block>

/** Writes and deletes in place what a patch says of the inventory. */
export function merge(inventory: Record<string, string>, patch: Block['state_patch']['inventory']): void {
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete inventory[key]
    else inventory[key] = value
  }
}

/** The text before a reply's fence, and the JSON inside it. */
export function splitReply(reply: string): { readonly reasoning: string; readonly block: string } {
  const start = reply.indexOf('{"state_patch"')
  return {
    reasoning: reply.slice(0, reply.indexOf('\n')),
    block: reply.slice(start, reply.lastIndexOf('}') + 1),
  }
}

/** Throws if an episode took other than the steps asked for: its time would mean nothing. */
export function assertSteps(found: number, horizon: number): void {
  if (found !== horizon) throw new Error(`expected an episode of ${horizon} steps, found ${found}`)
}
