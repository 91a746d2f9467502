import { SkillStateError } from '@skill-state/protocol'
import { z } from 'zod'
import { check } from '../../data/check.ts'
import { dumps, type PythonValue } from '../../python/index.ts'

/** How the agent comes by documents. */
export interface Variant {
  readonly variant: string
  /** The set of tools that the agent is shown. */
  readonly tool_set: string
  /** File of the policy's template. */
  readonly template: string
  /** Whether it needs no service. */
  readonly offline: boolean
}

const schema: z.ZodType<readonly Variant[]> = z.array(
  z.object({ variant: z.string(), tool_set: z.string(), template: z.string(), offline: z.boolean() }),
)

export function toVariants(value: PythonValue): readonly Variant[] {
  return check(schema, JSON.parse(dumps(value)))
}

/** Throws `invalid-option` for an unknown variant, and unless `inPart`, for one that needs a service or a shell. */
export function findVariant(variants: readonly Variant[], name: string, inPart: boolean): Variant {
  const offline = variants.filter((variant) => variant.offline && variant.tool_set !== 'shell')
  const found = (inPart ? variants : offline).find(({ variant }) => variant === name)
  if (found !== undefined) return found
  const known = offline.map(({ variant }) => variant).join(', ')
  const reason = variants.some(({ variant }) => variant === name)
    ? `the variant ${name} needs a service or a shell, and cannot be played here`
    : `there is no variant ${name}`
  throw new SkillStateError('invalid-option', `${reason}; name one of ${known}`)
}
