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

/** Mines a state from recordings and writes its rules, its schema and a skeleton of a skill. Returns what was found. */
export async function proposeCommand(sources: readonly string[], flags: ProposeFlags): Promise<string> {
  const { out, skill, maxChars, keyed } = flags
  const options = auditOptions(flags)
  const files = journalsIn(sources)
  const episodes = await Array.fromAsync(episodesOf(files))
  const proposal = proposeState(episodes, {
    ...options,
    maxChars,
    name: skillName(out),
    form: keyed ? 'keyed' : 'flat',
  })
  if (skill !== undefined) return await correctSkill(skill, files, proposal, out)
  if (proposal === undefined) {
    throw invalidOption(
      'no call needed a value from before its observation: there is nothing for a state to carry',
    )
  }
  if (proposal.fields.length === 0) return proposal.report
  mkdirSync(out, { recursive: true })
  for (const [file, text] of Object.entries(proposal.files)) writeFileSync(join(out, file), text)
  return `${proposal.report}\nWritten to ${out}: ${Object.keys(proposal.files).join(', ')}\n`
}

/** Fewer sessions do not tell what a skill never needs. */
const FEWEST = 2

/**
 * Corrects the `state:` of a compiled skill by its sessions: leaves out inputs and artefacts that none of them filled, and
 * adds what calls needed from earlier. Returns the difference; the folder gets the whole skill.
 */
async function correctSkill(
  folder: string,
  files: readonly string[],
  proposal: ReturnType<typeof proposeState>,
  out: string,
): Promise<string> {
  requireEmpty(out)
  const filled = await filledIn(files)
  const corrected = (names: readonly string[] = [], kind: Kind): readonly string[] => {
    const kept = names.filter((name) => files.length < FEWEST || filled.has(`${kind}/${name}`))
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
  const words = ['as it is', 'as the sessions propose', same] as const
  const difference = differences({ section: present }, compiled, words)
  return `${difference}written to ${out}; next: skill-state test ${out} ${files.join(' ')}, then copy it over ${folder}\n`
}

const KINDS = ['inputs', 'artefacts'] as const
type Kind = (typeof KINDS)[number]

/** The inputs and artefacts that sessions filled, each after its kind. */
async function filledIn(files: readonly string[]): Promise<ReadonlySet<string>> {
  const filled = new Set<string>()
  for (const file of files) {
    const steps = await withJournal(file, (store) => [...history(store)].filter(({ undone }) => !undone))
    for (const [{ patch }, kind] of steps.flatMap((step) => KINDS.map((each) => [step, each] as const))) {
      const written = patch?.[kind]
      if (!isJsonObject(written)) continue
      for (const [name, value] of Object.entries(written))
        if (value !== null && value !== '') filled.add(`${kind}/${name}`)
    }
  }
  return filled
}
