import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileFolder } from '@skill-state/agent-skills'
import { requireEmpty } from '../new-folder.ts'
import { askedModel } from '../run/agent/find-model.ts'
import { proposeSection } from '../run/agent/propose-section.ts'
import type { CompileFlags } from '../run/options.ts'

type Compiled = ReturnType<typeof compileFolder>

/** Gives a skill a state from its own words, or from a model's reading of them. Returns what was found, in lines. */
export async function compileCommand(source: string, { out, ...flags }: CompileFlags): Promise<string> {
  const folder = statSync(source, { throwIfNoEntry: false })?.isFile() ? dirname(source) : source
  if (out !== undefined) requireEmpty(out)
  const found = compileFolder(folder)
  const model = await askedModel(flags)
  const compiled = model ? await proposeSection(folder, found, model, flags) : found
  const difference = model
    ? differences(found, compiled, [
        'without the model',
        'as it proposes',
        'the model proposes what the text gives without it',
      ])
    : ''
  const report = `${difference}${model ? '\n' : ''}${reportOf(compiled)}`
  if (out === undefined) return `${report}nothing written: name a folder with --out\n`
  writeCompiled(folder, compiled, out)
  return `${report}written to ${out}: ${Object.keys(compiled.files).join(', ')}\nnext: correct state: in ${join(out, 'SKILL.md')}, then skill-state check ${out}\n`
}

export function writeCompiled(folder: string, compiled: Compiled, out: string): void {
  for (const { name } of compiled.others) {
    mkdirSync(dirname(join(out, name)), { recursive: true })
    copyFileSync(join(folder, name), join(out, name))
  }
  for (const [name, text] of Object.entries(compiled.files)) writeFileSync(join(out, name), text)
}

/** What one section has and the other has not, in lines; by the names of both, and what is said if they are the same. */
export function differences(
  found: Pick<Compiled, 'section'>,
  proposed: Pick<Compiled, 'section'>,
  [one, other, same]: readonly [string, string, string],
): string {
  const [before, after] = [new Set(linesOf(found)), new Set(linesOf(proposed))]
  const lines = [
    ...[...before].filter((line) => !after.has(line)).map((line) => `- ${line}\n`),
    ...[...after].filter((line) => !before.has(line)).map((line) => `+ ${line}\n`),
  ]
  return lines.length === 0 ? `${same}\n` : `${one} (-), and ${other} (+):\n${lines.join('')}`
}

/** A section as lines that stand for themselves. */
function linesOf({ section }: Pick<Compiled, 'section'>): readonly string[] {
  const { stages = {}, checklist = {}, inputs = [], artefacts = [], choices = {}, rules = [] } = section
  return [
    ...Object.entries(stages).map(([name, from], at) => `stage ${at + 1}: ${name}, from ${from.join(' | ')}`),
    ...Object.entries(checklist).flatMap(([stage, items]) =>
      items.map((item) => `item of ${stage}: ${item}`),
    ),
    ...inputs.map((name) => `input: ${name}`),
    ...artefacts.map((name) => `artefact: ${name}`),
    ...Object.entries(choices).map(([name, options]) => `choice: ${name} from ${options.join(', ')}`),
    ...rules.map(({ kind, text, ...more }) => [`rule: ${kind}`, ...Object.values(more), text].join(', ')),
  ]
}

function reportOf({ section, ruleSentences }: Compiled): string {
  const { stages = {}, checklist = {}, inputs = [], artefacts = [], choices = {}, rules = [] } = section
  const items = Object.values(checklist).flat()
  const rows = [
    [
      'stages',
      Object.keys(stages).join(' → ') || 'none: the text has no numbered steps, phases or list of steps',
    ],
    ['checklist', `${items.length} items`],
    ['inputs', inputs.join(', ') || 'none'],
    ['artefacts', artefacts.join(', ') || 'none'],
    ['choices', Object.keys(choices).join(', ') || 'none'],
    ['rules', `${rules.length} of ${ruleSentences} sentences that sound like one are guards`],
    ...rules.map(({ kind, text }) => ['', `${kind}: ${text}`]),
  ]
  return rows.map(([name = '', value = '']) => `${name.padEnd(9)}  ${value}\n`).join('')
}
