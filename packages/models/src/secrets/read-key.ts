import { SkillStateError } from '@skill-state/protocol'
import { Secret } from './secret.ts'

/** The provider's key from the environment, trimmed. Throws `missing-key` if the variable is empty, or holds what no header can carry. */
export function readKey(
  provider: string,
  variable: string,
  env: Readonly<Record<string, string | undefined>>,
): Secret {
  const value = env[variable]?.trim() ?? ''
  if (value === '') {
    throw new SkillStateError(
      'missing-key',
      `${provider} needs a key: set the environment variable ${variable}`,
    )
  }
  if (!isKey(value)) {
    const message = `the environment variable ${variable} is not a key: a key for ${provider} has only printable ASCII characters`
    throw new SkillStateError('missing-key', message)
  }
  return new Secret(value)
}

export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
