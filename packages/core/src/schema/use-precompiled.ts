import type { JsonObject } from '@skill-state/protocol'

/** The module that `precompile` writes. */
export interface PrecompiledSchema {
  readonly schema: JsonObject
}

/** The schema of a skill that was made ready before: give it to the skill as its `schema`. */
export function usePrecompiled({ schema }: PrecompiledSchema): JsonObject {
  return schema
}
