import type { JsonObject } from '@skill-state/protocol'
import { stringify } from 'yaml'
import { openFolder, type SkillFile } from '../folder/open-folder.ts'
import { invalidSkill } from '../invalid-skill.ts'
import { parseFrontmatter, splitSkill } from '../skill-md/parse-skill-md.ts'
import { itemsOf, otherItems } from './checklist.ts'
import { distinct, keyOf, outlineOf } from './outline.ts'
import { choicesOf, inputsOf, outputsOf } from './outputs.ts'
import { checkRules, rulesOf } from './rules.ts'
import { lineOf, stagedSkill } from './staged-skill.ts'
import { stagesOf } from './stages.ts'
import { FINISH, readStateSection, type StateSection, stateSectionSchema } from './state-section.ts'

/** What `compileFolder` writes beside SKILL.md: no text of the skill. */
export const COMPILED_FILES = {
  schema: 'state.schema.json',
  map: 'state.map.json',
  types: 'state.ts',
} as const

/** A skill with a state from its own words. */
export interface CompiledFolder {
  /** The files to write, by name: SKILL.md, the schema of its `state:`, `state.ts`, and the map from rules to lines. */
  readonly files: Readonly<Record<string, string>>
  /** The files of the skill as they were. */
  readonly others: readonly SkillFile[]
  readonly section: StateSection
  /** Sentences that sound like a rule. `section.rules` are those of them that guards keep. */
  readonly ruleSentences: number
}

/** The state section that the text of a skill gives, without a model. */
function sectionOf(body: string): { readonly section: StateSection; readonly sentences: number } {
  const root = outlineOf(body)
  const found = stagesOf(root)
  const keys = distinct(found.map(({ title }) => keyOf(title)))
  const stages = found.map((stage, index) => ({ ...stage, key: keys[index] as string }))
  const others = otherItems(root, stages)
  const { rules, sentences } = rulesOf(root, stages, others)
  const checklist = [
    ...stages.map((stage) => [stage.key, itemsOf(stage, stages)] as const),
    ...(others.keys.length === 0 ? [] : [[FINISH, others.keys] as const]),
  ]
  const section = {
    stages: Object.fromEntries(stages.map(({ key, from }) => [key, from])),
    checklist: Object.fromEntries(checklist),
    inputs: inputsOf(root),
    artefacts: outputsOf(root, stages),
    choices: choicesOf(root),
    rules,
  }
  const filled = Object.entries(section).filter(([, value]) => Object.keys(value).length > 0)
  return { section: Object.fromEntries(filled), sentences }
}

/** The section in the frontmatter, with the line above it. */
const PRESENT = /^(?:# By skill-state compile\..*\r?\n)?state:.*\r?\n(?:(?:[ \t].*)?\r?\n)*/m

/**
 * Compiles the skill of a folder: the stages, checklist, inputs, outputs and rules that its text has become a `state:`
 * section in its frontmatter. The text stays as it is, to the character. With `proposed`, that is the section; as a function
 * it replaces the section that the skill has. Throws `invalid-skill` if the folder has no readable SKILL.md, or one with a state of its own, and if what is proposed names a
 * line, a sentence or a stage that is not there.
 */
export function compileFolder(
  path: string,
  proposed?: JsonObject | ((present: StateSection) => JsonObject),
): CompiledFolder {
  const folder = openFolder(path, () => {})
  const file = `${path}/SKILL.md`
  const text = folder.read('SKILL.md')
  const { frontmatter, body } = splitSkill(text, file)
  const { state, metadata } = parseFrontmatter(frontmatter, file, () => {}) as Record<
    string,
    { readonly [key: string]: unknown }
  >
  const isRevised = typeof proposed === 'function'
  if (isRevised && state === undefined) throw invalidSkill(`${file} has no state: compile it first`)
  if ((!isRevised && state !== undefined) || metadata?.['skill-state'] !== undefined) {
    throw invalidSkill(`${file} has a state already: remove it from the frontmatter to compile it anew`)
  }
  const { section: found, sentences } = sectionOf(body)
  const { $schema: _, ...present } = (state ?? {}) as JsonObject
  const given = isRevised ? proposed(readStateSection(present, file)) : proposed
  const section = readStateSection(given ?? JSON.parse(JSON.stringify(found)), file)
  if (proposed !== undefined) checkRules(section.rules ?? [], body, file)
  const yaml = stringify({ state: { $schema: `./${COMPILED_FILES.schema}`, ...section } }, { lineWidth: 0 })
  const added = `# By skill-state compile. Correct it as you like; the text below is as it was.\n${yaml}`
  const start = text.indexOf(frontmatter)
  const kept = frontmatter.replace(PRESENT, '')
  const compiled = text.slice(0, start) + kept + added + text.slice(start + frontmatter.length)
  return {
    files: {
      'SKILL.md': compiled,
      [COMPILED_FILES.schema]: `${JSON.stringify(stateSectionSchema, undefined, 2)}\n`,
      [COMPILED_FILES.map]: `${JSON.stringify(mapOf(section, body, compiled, sentences), undefined, 2)}\n`,
      [COMPILED_FILES.types]: typesOf(section, body, file),
    },
    others: folder.files,
    section,
    ruleSentences: sentences,
  }
}

/** On which line of SKILL.md each stage and rule is. */
function mapOf(
  { stages = {}, rules = [] }: StateSection,
  body: string,
  compiled: string,
  sentences: number,
): object {
  const { lines } = splitSkill(compiled, 'SKILL.md')
  return {
    stages: Object.entries(stages).map(([stage, [from = '']]) => ({
      stage,
      line: lineOf(from, body, lines),
      from,
    })),
    rules: rules.map(({ text, ...rule }) => ({ ...rule, line: lineOf(text, body, lines), text })),
    ruleSentences: sentences,
  }
}

/** The state as a zod schema, for an agent in code. */
function typesOf(section: StateSection, body: string, file: string): string {
  const { schema, initialState } = stagedSkill(section, body, file)
  return `import { z } from 'zod'

/** The state of the skill; \`state:\` in SKILL.md says what it was made from. */
export const state = z.fromJSONSchema(${JSON.stringify(schema, undefined, 2)})

export const initialState = ${JSON.stringify(initialState, undefined, 2)}
`
}
