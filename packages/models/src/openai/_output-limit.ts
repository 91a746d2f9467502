import { SkillStateError } from '@skill-state/protocol'

/** The capability that a chosen limit overrides; nothing where none was chosen. Throws `invalid-option`. */
export function outputLimit(id: string, tokens: number | undefined): { readonly maxOutputTokens?: number } {
  if (tokens === undefined) return {}
  if (Number.isSafeInteger(tokens) && tokens > 0) return { maxOutputTokens: tokens }
  throw new SkillStateError('invalid-option', `${id}: maxOutputTokens must be a whole number from 1`)
}
