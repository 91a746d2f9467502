import type { JsonObject } from '@skill-state/protocol'

/** The module that `precompile` writes. */
export interface PrecompiledSchema {
  readonly schema: JsonObject
}

/**
 * The schema of a skill that was made ready before: give it to the skill as its `schema`.
 *
 * @example
 * ```ts
 * import { compileSkill, type PrecompiledSchema, usePrecompiled } from '@skill-state/core'
 *
 * // In an application: the module that `precompileSchema` of `@skill-state/core/precompile` wrote.
 * declare const precompiled: PrecompiledSchema
 * const schema = usePrecompiled(precompiled)
 * compileSkill({ name: 'count', instructions: 'Count.', schema, initialState: {} })
 * ```
 */
export function usePrecompiled({ schema }: PrecompiledSchema): JsonObject {
  return schema
}
