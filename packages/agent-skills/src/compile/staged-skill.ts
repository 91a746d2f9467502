import type { Guard } from '@skill-state/core'
import { type JsonObject, known, type Skill } from '@skill-state/protocol'
import { invalidSkill } from '../invalid-skill.ts'
import type { Reference } from '../references/find-references.ts'
import {
  distinct,
  firstLine,
  keyOf,
  listsIn,
  outlineOf,
  type Section,
  sectionsIn,
  textOf,
} from './outline.ts'
import { MAX_RETURNS, stageGuards } from './stage-guards.ts'
import { FINISH, type StateSection } from './state-section.ts'

/** A skill as its state section makes it. */
export interface StagedSkill extends Pick<Skill, 'instructions' | 'stages'> {
  readonly schema: JsonObject
  readonly initialState: JsonObject
  readonly guards: readonly Guard[]
  /** The sections that the instructions leave out. Each stage shows its own. */
  readonly references: readonly Reference[]
}

/** A body of at most so many characters is shown whole in each stage; without stages, one that is not long. */
const SHORT = 6_000
/** From so many characters on, each step shows a fixed share of the body. */
const LONG = 20_000

/**
 * The skill that a state section makes of a body: the general part, which each prompt has, the text of each stage, and all
 * that is not in the general part as references. Throws `invalid-skill` if the section names a line that the body has not.
 */
export function stagedSkill(section: StateSection, body: string, file: string, above = 0): StagedSkill {
  const root = outlineOf(body)
  const fields = fieldsOf(section)
  const found = Object.entries(section.stages ?? {}).map(([name, lines]) => ({
    name,
    parts: lines.map((line) => partAt(line, root) ?? missing(name, line, file)),
  }))
  const isShort = body.length <= (found.length > 0 ? SHORT : LONG)
  const [generalChars, stageChars] =
    body.length > LONG ? [0.15 * body.length, 0.15 * body.length] : [SHORT, 8_000]
  const own = new Set(found.flatMap(({ parts }) => parts.flatMap((part) => part.section ?? [])))
  const pieces = isShort ? [{ text: body, title: '', stage: false }] : piecesOf(root, own, generalChars / 3)
  const wanted = [
    ...(section.rules ?? []).map(({ text }) => text),
    ...Object.values(section.stages ?? {}).flat(),
  ]
  const general = isShort ? new Set(pieces) : generalOf(pieces, wanted, generalChars)
  const aside = pieces.filter((piece) => !general.has(piece) && piece.text.trim() !== '')
  const names = distinct(aside.map(({ title }) => keyOf(title)))
  const texts = found.map(({ name, parts }): readonly [string, string] => {
    const shown = isShort
      ? []
      : parts.map(({ section: at, text }) => (at ? fitted(at, stageChars) : text).trim())
    return [name, [`## Present stage: ${name}`, ...shown].join('\n\n')]
  })
  const kept = pieces.filter((piece) => general.has(piece)).map(({ text }) => text)
  return {
    instructions: [kept.join('').trim(), stateText(fields)].filter((part) => part !== '').join('\n\n'),
    stages: texts.length === 0 ? undefined : { field: 'stage', texts: Object.fromEntries(texts) },
    references: aside.map(({ text }, index) => ({ name: `SKILL.md#${names[index]}`, text, named: true })),
    schema: { ...object(mapped(fields, ({ schema }) => schema)), required: Object.keys(fields) },
    initialState: mapped(fields, ({ initial }) => initial),
    guards: stageGuards(section, (text) => lineOf(text, body, above)),
  }
}

/** The line of the file on which a text of the body begins. */
export function lineOf(text: string, body: string, above: number): number | undefined {
  const at = body.indexOf(text)
  return at === -1 ? undefined : body.slice(0, at).split('\n').length + above
}

interface Part {
  readonly text: string
  /** Undefined for an item of a list. */
  readonly section?: Section | undefined
}

function partAt(line: string, root: Section): Part | undefined {
  const sections = sectionsIn(root)
  const section = sections.find(({ own, depth }) => depth > 0 && firstLine(own) === line)
  if (section !== undefined) return { section, text: textOf(section) }
  const items = sections.flatMap((each) => listsIn(each).flatMap((list) => list.items))
  const item = items.find(({ raw }) => firstLine(raw) === line)
  return item && { text: item.raw }
}

function missing(stage: string, line: string, file: string): never {
  const named = `the stage "${stage}" names the line ${JSON.stringify(line)}, which the text does not have`
  throw invalidSkill(`${file}, state: ${named}: name the line of a heading or of an item of a list`)
}

interface Piece {
  readonly title: string
  readonly text: string
  readonly stage: boolean
}

/** Cuts a text at headings, to the character: stages and their parts, the sections beside them, and what stands above. */
function piecesOf(
  section: Section,
  stages: ReadonlySet<Section>,
  maxChars: number,
  stage = false,
): readonly Piece[] {
  const isStage = stage || stages.has(section)
  const { title } = section
  const text = textOf(section)
  const holdsStage = !isStage && sectionsIn(section).some((each) => stages.has(each))
  const whole = section.depth > 0 && !holdsStage && text.length <= maxChars
  if (whole || section.children.length === 0) return [{ title, text, stage: isStage }]
  const below = section.children.flatMap((child) => piecesOf(child, stages, maxChars, isStage))
  return [{ title, text: section.own, stage: isStage }, ...below]
}

/** The pieces that each prompt shows: those with rules and lists of stages first, then as many as there is room for. */
function generalOf(
  pieces: readonly Piece[],
  wanted: readonly string[],
  maxChars: number,
): ReadonlySet<Piece> {
  const candidates = pieces.filter(({ stage }) => !stage)
  const holds = ({ text }: Piece): boolean => wanted.some((each) => text.includes(each))
  const general = new Set<Piece>()
  let left = maxChars
  for (const piece of [...candidates.slice(0, 1), ...candidates.filter(holds), ...candidates]) {
    if (general.has(piece) || piece.text.length > left) continue
    general.add(piece)
    left -= piece.text.length
  }
  return general
}

/** A section's text, or as much of it as fits: what is directly under its heading, and its parts in their order. */
function fitted(section: Section, maxChars: number): string {
  const text = textOf(section)
  if (text.length <= maxChars || section.children.length === 0) return text
  let left = maxChars - section.own.length
  const parts = section.children.map((child) => {
    const part = textOf(child)
    if (part.length > left) return `\n[${firstLine(child.own)}: see the reference of this name]\n`
    left -= part.length
    return part
  })
  return section.own + parts.join('')
}

const ITEM = { type: 'string', pattern: '^(?:open|done|skipped: .+)$', maxLength: 120 }

function mapOf(most: number, value: JsonObject): JsonObject {
  return {
    type: 'object',
    propertyNames: { maxLength: 40 },
    additionalProperties: value,
    maxProperties: most,
  }
}

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, additionalProperties: false }
}

function mapped<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/** What each field of the state begins with, its schema, and what it is for. */
interface StateField {
  readonly initial: JsonObject | string
  readonly schema: JsonObject
  readonly about: string
}

function fieldsOf(section: StateSection): Record<string, StateField> {
  const { stages = {}, checklist = {}, inputs = [], artefacts = [], choices = {} } = section
  const names = Object.keys(stages)
  const text = { type: 'string', maxLength: 160 }
  const named = (keys: readonly string[], about: string): StateField => ({
    initial: Object.fromEntries(keys.map((key) => [key, ''])),
    schema: mapOf(keys.length + 8, text),
    about,
  })
  const field = (isKnown: boolean, given: StateField): StateField | undefined => (isKnown ? given : undefined)
  const times = { type: 'integer', minimum: 0, maximum: MAX_RETURNS }
  const chosen = Object.entries(choices).map(([name, options]) => `${name} from ${options.join(', ')}`)
  return known({
    stage: field(names.length > 0, {
      initial: names[0] ?? '',
      schema: { type: 'string', enum: names },
      about: `the present one of ${names.join(' → ')}. Write the next one when you go on. You may go back`,
    }),
    returns: field(names.length > 0, {
      initial: {},
      schema: { ...mapOf(names.length, times), propertyNames: { enum: names } },
      about: 'how often you went back to a stage. The runtime counts it',
    }),
    checklist: field(Object.keys(checklist).length > 0, {
      initial: mapped(checklist, (keys) => Object.fromEntries(keys.map((key) => [key, 'open']))),
      schema: object(
        mapped(checklist, (keys) => ({ ...mapOf(keys.length, ITEM), propertyNames: { enum: [...keys] } })),
      ),
      about: `the items of each stage${checklist[FINISH] ? `, and under "${FINISH}" those before the end` : ''}: "open", "done" or "skipped: <why>"`,
    }),
    inputs: named(inputs, 'what was given or answered'),
    artefacts: named(artefacts, 'what was made: a path, or in a few words. Add keys of your own'),
    choices: field(chosen.length > 0, {
      initial: mapped(choices, () => ''),
      schema: object(mapped(choices, (options) => ({ type: 'string', enum: ['', ...options] }))),
      about: `what was chosen: ${chosen.join('; ')}`,
    }),
    facts: named([], 'what was found out and is still needed, by what it is about'),
  })
}

function stateText(fields: Record<string, StateField>): string {
  const lines = Object.entries(fields).map(([name, { about }]) => `- ${name}: ${about}.`)
  return `## State\n\nOnly what you write into the state is known in the next step. Texts have at most 160 characters.\n\n${lines.join('\n')}`
}
