import { readFileSync } from 'node:fs'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import type { ModelCapabilities } from './capabilities.ts'
import { parseCapabilities } from './parse-capabilities.ts'

/**
 * Capabilities from a JSON file. Throws `invalid-option` that names the first field which is unknown or wrong.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs'
 * import { providerModel, readModelInfo } from '@skill-state/models'
 *
 * writeFileSync('model.json', '{"contextTokens": 32768}')
 * await providerModel('ollama:llama3', { capabilities: readModelInfo('model.json') })
 * ```
 */
export function readModelInfo(file: string): Partial<ModelCapabilities> {
  try {
    return parseCapabilities(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw invalidOption(`--model-info: ${file}: ${whyUnreadable(error)}`)
  }
}

function whyUnreadable(error: unknown): string {
  if (error instanceof SkillStateError) return error.message
  return error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read'
}
