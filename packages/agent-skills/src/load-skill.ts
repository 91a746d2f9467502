import { hash as hashOf } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Guard } from '@skill-state/core'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Skill,
  type SkillStateError,
} from '@skill-state/protocol'
import { COMPILED_FILES } from './compile/compile-folder.ts'
import { type StagedSkill, stagedSkill } from './compile/staged-skill.ts'
import { readStateSection } from './compile/state-section.ts'
import { openFolder, type SkillFile } from './folder/open-folder.ts'
import { invalidSkill } from './invalid-skill.ts'
import { findMentions, type Mentions } from './mentions/find-mentions.ts'
import { type Program, programsOf } from './mentions/programs.ts'
import { findReferences, type Reference } from './references/find-references.ts'
import { type Frontmatter, readFrontmatter } from './skill-md/frontmatter.ts'
import { parseFrontmatter, type SkillParts, splitSkill } from './skill-md/parse-skill-md.ts'
import { DEFAULT_STATE_CHARS } from './state/default-schema.ts'
import { stateInstructions, stateOf } from './state/state-of.ts'

/** A skill as a folder holds it: fit for `runSkill` as it is. */
export interface LoadedSkill extends Skill {
  readonly schema: JsonObject
  readonly frontmatter: Frontmatter
  /** The folder as it was named. */
  readonly folder: string
  /** SHA-256, hexadecimal, over every file of the folder. */
  readonly hash: string
  /** Path of the state's schema from the folder; absent if the skill brings none and has the default. */
  readonly schemaFile?: string | undefined
  /** Most characters of the state, for the guard `maxStateChars`; undefined if the skill's own schema says what it may be. */
  readonly maxStateChars: number | undefined
  /** What the rules of a compiled skill forbid; none for another skill. */
  readonly guards: readonly Guard[]
  /** Every file of the folder. */
  readonly files: readonly SkillFile[]
  /** What its scripts and commands need; by name. */
  readonly programs: readonly Program[]
  /** Files that its texts name and the folder does not have. */
  readonly missing: Mentions['missing']
  /** What can be pinned; see `withReferences`. */
  readonly references: readonly Reference[]
  /** What breaks a rule of the standard, or was repaired, in words for the skill's author. */
  readonly notes: readonly string[]
}

export interface LoadSkillOptions {
  /** The hash that the skill must have, so that it is the one that was looked at. Default: any. */
  readonly hash?: string | undefined
}

/**
 * Reads an Agent Skills folder: the body of SKILL.md becomes P, followed by what the state's fields are for. The state's
 * schema is the file that `metadata` names as `skill-state`, in JSON Schema, or what `state` says in a compiled skill; else a
 * bounded default. Every other text of the folder is a reference, and so is a text of another skill beside it that its texts
 * name, as `../other/guide.md`. Reads nothing else outside of the folder and executes nothing.
 *
 * Throws `invalid-skill` if the folder, SKILL.md, its description or a schema is missing or cannot be read, if the folder
 * is too large, and if the hash is another one. Whether the schema compiles is for `compileSkill` to say.
 */
export function loadSkill(path: string, { hash: pinned }: LoadSkillOptions = {}): LoadedSkill {
  const notes: string[] = []
  const note = (text: string): void => {
    notes.push(text)
  }
  const folder = openFolder(path, note)
  const parts = splitSkill(folder.read('SKILL.md'), `${path}/SKILL.md`)
  const { state, ...fields } = parseFrontmatter(parts.frontmatter, `${path}/SKILL.md`, note)
  const frontmatter = readFrontmatter(fields, path, note)
  const staged = state === undefined ? undefined : stagedOf(state, parts, path)
  const own = stateOf(folder, frontmatter.metadata)
  const { schema, initialState } = staged ?? own
  const { schemaFile } = own
  const apart = staged === undefined ? own.apart : [...own.apart, ...Object.values(COMPILED_FILES)]
  const { files } = folder
  const mentions = findMentions(files)
  const beside = referencesBeside(path, mentions.missing)
  const missing = mentions.missing.filter(({ name }) => beside.every((each) => each.name !== name))
  const hash = beside.length === 0 ? folder.hash : hashOf('sha256', JSON.stringify([folder.hash, ...beside]))
  for (const { name, by } of missing) note(`${by} names ${name}, which the folder does not have`)
  noteBody(parts.body, note)
  if (pinned !== undefined && pinned !== hash) throw changed(path, pinned, hash)
  return {
    name: frontmatter.name,
    instructions:
      staged?.instructions ??
      [parts.body, stateInstructions(schema)].filter((part) => part !== '').join('\n\n'),
    stages: staged?.stages,
    schema,
    initialState,
    frontmatter,
    folder: path,
    hash,
    schemaFile,
    maxStateChars: schemaFile === undefined ? DEFAULT_STATE_CHARS : undefined,
    guards: staged?.guards ?? [],
    files,
    programs: programsOf(files),
    missing,
    references: [...(staged?.references ?? []), ...findReferences(files, mentions, apart), ...beside],
    notes,
  }
}

/** The texts of other skills beside this one that its texts name. */
function referencesBeside(path: string, missing: Mentions['missing']): readonly Reference[] {
  return missing.flatMap(({ name }) => {
    const [, folder, file] = /^\.\.\/([^./][^/]*)\/(.+)$/.exec(name) ?? []
    const skill = join(path, '..', folder ?? '')
    if (folder === undefined || file === undefined || !existsSync(join(skill, 'SKILL.md'))) return []
    const { files } = openFolder(skill, () => {})
    const text = files.find((each) => each.name === file)?.text
    return text === undefined ? [] : [{ name, text, named: true }]
  })
}

/** The skill that `state` in the frontmatter makes of its text. */
function stagedOf(state: JsonValue, { body, lines }: SkillParts, path: string): StagedSkill {
  const file = `${path}/SKILL.md`
  if (isJsonObject(state)) return stagedSkill(readStateSection(state, file), body, file, lines)
  throw invalidSkill(`${file}: state is not a map: see skill-state compile`)
}

function noteBody(body: string, note: (text: string) => void): void {
  if (body === '') note('there are no instructions after the frontmatter')
  const lines = body.split('\n').length
  if (lines > 500) note(`the instructions have ${lines} lines; the standard advises fewer than 500`)
}

function changed(path: string, pinned: string, hash: string): SkillStateError {
  return invalidSkill(
    `the skill in ${path} has the hash ${hash}, not ${pinned}: look at what changed, then pin the new one`,
  )
}
