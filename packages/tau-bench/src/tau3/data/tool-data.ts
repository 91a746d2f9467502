import { invalidOption } from '@skill-state/protocol'
import { z } from 'zod'
import { check } from '../../data/check.ts'
import { type ToolSchema, toolSchema } from '../../data/tool-schemas.ts'
import { dumps, type PythonValue } from '../../python/index.ts'

const kinds = z.record(z.string(), z.object({ mutates_state: z.boolean() }))

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

export interface Variant {
  readonly variant: string
  readonly tool_set: string
  readonly template: string
  /** Whether it needs no service. */
  readonly offline: boolean
}

const variants: z.ZodType<readonly Variant[]> = z.array(
  z.object({ variant: z.string(), tool_set: z.string(), template: z.string(), offline: z.boolean() }),
)

export function toVariants(value: PythonValue): readonly Variant[] {
  return check(variants, plain(value))
}

/** Throws `invalid-option` for an unknown variant, and unless `inPart`, for one that needs a service or a shell. */
export function findVariant(all: readonly Variant[], name: string, inPart: boolean): Variant {
  const offline = all.filter((variant) => variant.offline && variant.tool_set !== 'shell')
  const found = (inPart ? all : offline).find(({ variant }) => variant === name)
  if (found !== undefined) return found
  const known = offline.map(({ variant }) => variant).join(', ')
  const reason = all.some(({ variant }) => variant === name)
    ? `the variant ${name} needs a service or a shell, and cannot be played here`
    : `there is no variant ${name}`
  throw invalidOption(`${reason}; name one of ${known}`)
}
