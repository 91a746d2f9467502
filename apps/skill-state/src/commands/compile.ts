import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileFolder } from '@skill-state/agent-skills'
import { type Fields, field } from '@skill-state/eval/options'
import { invalidOption } from '@skill-state/protocol'

export interface CompileFlags {
  readonly out?: string
}

export const compileFields: Fields<CompileFlags> = {
  out: field.option(
    field.text,
    '<folder>',
    'write the compiled skill into this new folder (default: only report)',
  ),
}

/** Gives a skill a state from its own words. Returns what was found, in lines. */
export function compileCommand(source: string, { out }: CompileFlags): string {
  const folder = statSync(source, { throwIfNoEntry: false })?.isFile() ? dirname(source) : source
  const compiled = compileFolder(folder)
  if (out === undefined) return `${reportOf(compiled)}nothing written: name a folder with --out\n`
  if (existsSync(out) && readdirSync(out).length > 0)
    throw invalidOption(`${out}: it is not empty: name a new folder`)
  for (const { name } of compiled.others) {
    mkdirSync(dirname(join(out, name)), { recursive: true })
    copyFileSync(join(folder, name), join(out, name))
  }
  for (const [name, text] of Object.entries(compiled.files)) writeFileSync(join(out, name), text)
  return `${reportOf(compiled)}written to ${out}: ${Object.keys(compiled.files).join(', ')}\nnext: correct state: in ${join(out, 'SKILL.md')}, then skill-state check ${out}\n`
}

function reportOf({ section, ruleSentences }: ReturnType<typeof compileFolder>): string {
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
