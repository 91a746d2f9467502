import { SkillStateError } from '@skill-state/protocol'

/**
 * Imports a package that is needed for one option only and is too large to be a dependency, not even an optional
 * peer: package managers install those too. The caller says what it takes the module for, as its declarations
 * are not there where it is not installed. Throws `invalid-option` where it cannot be loaded.
 */
export async function loadOptional<T>(name: string, user: string): Promise<T> {
  try {
    return (await import(name)) as T
  } catch (cause) {
    const reason = isMissing(cause)
      ? 'is not installed: add it to your dependencies'
      : `failed: ${say(cause)}`
    throw new SkillStateError('invalid-option', `${user} needs the package "${name}", which ${reason}`, {
      cause,
    })
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
}

function say(cause: unknown): string {
  const [line = ''] = String(cause).split('\n')
  return line
}
