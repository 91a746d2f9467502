import { z } from 'zod'
import { check } from '../../data/check.ts'
import type { ToolSchema } from '../../data/tool-schemas.ts'
import { toolSchema } from '../../data/tool-schemas.ts'
import { dumps, type PythonValue } from '../../python/index.ts'

const kinds = z.record(z.string(), z.object({ mutates_state: z.boolean() }))

/** Of each tool, whether it changes the database. */
type Kinds = Readonly<Record<string, { readonly mutates_state: boolean }>>

/** `tools.json` of airline and retail. */
export interface ShopTools {
  readonly agent: readonly ToolSchema[]
  readonly kinds: Kinds
}

/** `tools.json` of banking. */
export interface BankToolData {
  /** Names in the order that a set of tools is shown in. */
  readonly agent_order: Readonly<Record<string, readonly string[]>>
  readonly agent: Readonly<Record<string, ToolSchema>>
  readonly user: Readonly<Record<string, ToolSchema>>
  readonly kinds: Kinds
}

/** An entry of banking's `discoverable.json`. */
export interface DiscoverableTool {
  readonly side: 'agent' | 'user'
  readonly name: string
  readonly mutates_state: boolean
  readonly parameters: readonly { readonly name: string }[]
  readonly info: {
    readonly description: string
    readonly parameters: Readonly<
      Record<string, { readonly type: string; readonly description: string; readonly required: boolean }>
    >
  }
}

const shop: z.ZodType<ShopTools> = z.object({ agent: z.array(toolSchema), kinds })
const bank: z.ZodType<BankToolData> = z.object({
  agent_order: z.record(z.string(), z.array(z.string())),
  agent: z.record(z.string(), toolSchema),
  user: z.record(z.string(), toolSchema),
  kinds,
})
const parameter = z.object({ type: z.string(), description: z.string(), required: z.boolean() })
const discoverable: z.ZodType<readonly DiscoverableTool[]> = z.array(
  z.object({
    side: z.enum(['agent', 'user']),
    name: z.string(),
    mutates_state: z.boolean(),
    parameters: z.array(z.object({ name: z.string() })),
    info: z.object({ description: z.string(), parameters: z.record(z.string(), parameter) }),
  }),
)

export function toShopTools(value: PythonValue): ShopTools {
  return check(shop, plain(value))
}

export function toBankTools(value: PythonValue): BankToolData {
  return check(bank, plain(value))
}

export function toDiscoverable(value: PythonValue): readonly DiscoverableTool[] {
  return check(discoverable, plain(value))
}

const plain = (value: PythonValue): unknown => JSON.parse(dumps(value))
