import { createHash } from 'node:crypto'
import { precompile } from '@skill-state/core/precompile'
import type { JsonObject } from '@skill-state/protocol'
import type { Validators } from '../../manifest/manifest.ts'

/**
 * Modules with the compiled validators of schemas: the page may not compile them, since its security policy forbids code
 * that is made from text.
 */
export interface ValidatorModules {
  /** Compiles the schema where that was not done yet. */
  add(schema: JsonObject): Validators
  /** Source by file name. */
  readonly sources: ReadonlyMap<string, string>
}

export function createValidatorModules(): ValidatorModules {
  const sources = new Map<string, string>()
  const known = new Map<string, Validators>()
  return {
    sources,
    add(schema) {
      const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 32)
      const found = known.get(hash)
      if (found !== undefined) return found
      const made = compile(schema, `${hash}.js`, sources)
      known.set(hash, made)
      return made
    },
  }
}

function compile(schema: JsonObject, module: string, sources: Map<string, string>): Validators {
  try {
    sources.set(module, precompile({ name: 'of the run', schema }))
    return { module }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
