import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFolder } from '@skill-state/agent-skills'
import { proposeState } from '@skill-state/audit'
import { history } from '@skill-state/core/journal'
import { invalidOption, isJsonObject, type JsonObject } from '@skill-state/protocol'
import { auditOptions, episodesOf } from '../episodes-of.ts'
import { journalsIn } from '../journal-episode.ts'
import { requireEmpty, skillName } from '../new-folder.ts'
import { withJournal } from '../run/recordings/journal-file.ts'
import type { ProposeFlags } from '../run/recordings/recording-options.ts'
import { differences, writeCompiled } from './compile.ts'

/** Mines a state from recordings and writes its rules, its schema and a skeleton of a skill. */
export async function proposeCommand(sources: readonly string[], flags: ProposeFlags): Promise<number> {
  const options = auditOptions(flags)
  const files = journalsIn(sources)
  const episodes = await Array.fromAsync(episodesOf(files))
  const proposal = proposeState(episodes, {
    ...options,
    maxChars: flags.maxChars,
    name: skillName(flags.out),
    form: flags.keyed ? 'keyed' : 'flat',
  })
  if (flags.skill !== undefined) return await correctSkill(flags.skill, files, proposal, flags.out)
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

/** Fewer sessions do not tell what a skill never needs. */
const FEWEST = 2

/**
 * Corrects the `state:` of a compiled skill by its sessions: leaves out inputs and artefacts that none of them filled, and
 * adds what calls needed from earlier. Prints the difference; the folder gets the whole skill.
 */
async function correctSkill(
  folder: string,
  files: readonly string[],
  proposal: ReturnType<typeof proposeState>,
  out: string,
): Promise<number> {
  requireEmpty(out)
  const filled = { inputs: new Set<string>(), artefacts: new Set<string>() }
  for (const file of files) await withJournal(file, (store) => addFilled(store, filled))
  const corrected = (names: readonly string[] = [], kind: 'inputs' | 'artefacts'): readonly string[] => {
    const kept = names.filter((name) => files.length < FEWEST || filled[kind].has(name))
    const found = (proposal?.fields ?? []).filter(({ from }) => 'role' in from === (kind === 'inputs'))
    return [...new Set([...kept, ...found.map(({ name }) => name)])]
  }
  let present = {}
  const compiled = compileFolder(folder, (section) => {
    present = section
    const { inputs, artefacts, ...rest } = section
    const lists = { inputs: corrected(inputs, 'inputs'), artefacts: corrected(artefacts, 'artefacts') }
    return JSON.parse(JSON.stringify({ ...rest, ...lists })) as JsonObject
  })
  writeCompiled(folder, compiled, out)
  const same = `the ${files.length} sessions give no reason to change state:`
  const difference = differences({ section: present }, compiled, [
    'as it is',
    'as the sessions propose',
    same,
  ])
  process.stdout.write(
    `${difference}written to ${out}; next: skill-state test ${out} ${files.join(' ')}, then copy it over ${folder}\n`,
  )
  return 0
}

function addFilled(
  store: Parameters<typeof history>[0],
  filled: { readonly inputs: Set<string>; readonly artefacts: Set<string> },
): void {
  for (const { patch, undone } of history(store)) {
    for (const [kind, names] of Object.entries(filled)) {
      const written = undone ? undefined : patch?.[kind]
      if (!isJsonObject(written)) continue
      for (const [name, value] of Object.entries(written)) if (value !== null && value !== '') names.add(name)
    }
  }
}
