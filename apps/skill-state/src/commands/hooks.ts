import { field } from '@skill-state/eval/options'
import { invalidOption } from '@skill-state/protocol'
import { programWords } from '../hooks/install/program.ts'
import { DEFAULT_CHARS, MAX_CHARS, MIN_CHARS } from '../hooks/limits.ts'
import type { FlagsOf } from '../run/fields.ts'

const { flag, option, whole } = field

export const hooksFields = {
  yes: flag('write without asking'),
  maxChars: option(
    whole(MAX_CHARS),
    '<n>',
    `most characters that a session begins with, from ${MIN_CHARS} (default: ${DEFAULT_CHARS})`,
  ),
}

export type HooksFlags = FlagsOf<typeof hooksFields>

/** `skill-state hooks`: a state of coding agents that outlives their compactions. Returns the exit code. */
export async function hooksCommand(
  action: string,
  host: string | undefined,
  { yes = false, maxChars = DEFAULT_CHARS }: HooksFlags,
): Promise<number> {
  if (maxChars < MIN_CHARS) throw invalidOption(`--max-chars: ${maxChars} is less than ${MIN_CHARS}`)
  if (action === 'serve') {
    const { serveStates } = await import('../hooks/serve.ts')
    await serveStates(maxChars)
    return 0
  }
  if (host === undefined) throw invalidOption(`hooks ${action}: name the host: claude-code, codex or pi`)
  const { installHooks, removeHooks } = await import('../hooks/install/install.ts')
  if (action === 'install') return await installHooks(host, { program: programWords(), maxChars }, yes)
  if (action === 'remove') return await removeHooks(host, yes)
  throw invalidOption(`hooks ${action}: use install, remove or serve; run is for hosts`)
}
