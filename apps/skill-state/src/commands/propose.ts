import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { proposeState } from '@skill-state/audit'
import { invalidOption } from '@skill-state/protocol'
import { episodesOf } from '../episodes-of.ts'
import { auditOptions } from '../run/recordings/audit-options.ts'
import type { ProposeFlags } from '../run/recordings/recording-options.ts'

/** Mines a state from recordings and writes its rules, its schema and a skeleton of a skill. */
export async function proposeCommand(files: readonly string[], flags: ProposeFlags): Promise<number> {
  const options = auditOptions(flags)
  const episodes = await Array.fromAsync(episodesOf(files))
  const name =
    basename(flags.out)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || undefined
  const proposal = proposeState(episodes, {
    ...options,
    maxChars: flags.maxChars,
    name,
    form: flags.keyed ? 'keyed' : 'flat',
  })
  if (proposal === undefined) {
    throw invalidOption(
      'no call needed a value from before its observation: there is nothing for a state to carry',
    )
  }
  if (proposal.fields.length === 0) {
    process.stdout.write(proposal.report)
    return 0
  }
  mkdirSync(flags.out, { recursive: true })
  for (const [file, text] of Object.entries(proposal.files)) writeFileSync(join(flags.out, file), text)
  process.stdout.write(
    `${proposal.report}\nWritten to ${flags.out}: ${Object.keys(proposal.files).join(', ')}\n`,
  )
  return 0
}
