import { compileSkill } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import { invalidSkill } from '../invalid-skill.ts'
import type { StateRule } from './rules.ts'

/** What `state:` in the frontmatter of a compiled SKILL.md says: its author may correct all of it. */
export interface StateSection {
  /** For each stage, in order, the first lines of the headings or items of lists that are its text. */
  readonly stages?: Readonly<Record<string, readonly string[]>> | undefined
  /** For each stage its items to tick off; under `finish` those of the whole. */
  readonly checklist?: Readonly<Record<string, readonly string[]>> | undefined
  readonly inputs?: readonly string[] | undefined
  readonly artefacts?: readonly string[] | undefined
  readonly choices?: Readonly<Record<string, readonly string[]>> | undefined
  readonly rules?: readonly StateRule[] | undefined
}

/** Items of the whole skill, which no stage has. */
export const FINISH = 'finish'

const key = { type: 'string', pattern: '^[\\p{L}\\p{N}_-]+$', maxLength: 40 }
const keys = { type: 'array', items: key, maxItems: 40 }
const sentence = { type: 'string', minLength: 1, description: 'The sentence of the skill, as it is written.' }

function mapTo(value: JsonObject, description: string): JsonObject {
  return { type: 'object', description, propertyNames: key, additionalProperties: value, maxProperties: 40 }
}

function rule(kind: string, description: string, fields: JsonObject = {}, ...required: string[]): JsonObject {
  return {
    type: 'object',
    description,
    properties: { kind: { const: kind }, text: sentence, ...fields },
    required: ['kind', 'text', ...required],
    additionalProperties: false,
  }
}

const FIRST = 'Later stages, or the one under "of" alone, need all items of this stage.'

/** JSON Schema of the section, for editors. */
export const stateSectionSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'state: of a compiled SKILL.md',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    stages: mapTo(
      { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 4 },
      'Stages in their order. Each names the lines with which its headings or items of lists begin.',
    ),
    checklist: mapTo(keys, 'Items to tick off, by stage; under "finish" those of the whole skill.'),
    inputs: { ...keys, description: 'What the skill is given.' },
    artefacts: { ...keys, description: 'What the skill makes.' },
    choices: mapTo(keys, 'What is chosen, and from what.'),
    rules: {
      type: 'array',
      maxItems: 100,
      items: {
        anyOf: [
          rule('order', 'A later stage needs all items of the earlier ones.'),
          rule('finish', 'The end needs all items under "finish".'),
          rule('first', FIRST, { stage: key, of: key }, 'stage'),
          rule('never', 'No action has this text.', { command: { type: 'string', minLength: 3 } }, 'command'),
        ],
      },
    },
  },
  additionalProperties: false,
}

/** Throws `invalid-skill` if the section is not as its schema says, or names a stage that it does not have. */
export function readStateSection(section: JsonObject, file: string): StateSection {
  const name = `${file}, state`
  compileSkill({ name, instructions: '', schema: stateSectionSchema, initialState: section })
  const read = section as StateSection
  const stages = Object.keys(read.stages ?? {})
  const named = [
    ...Object.keys(read.checklist ?? {}).filter((each) => each !== FINISH),
    ...(read.rules ?? []).flatMap((each) =>
      each.kind === 'first' ? [each.stage, each.of ?? each.stage] : [],
    ),
  ]
  const unknown = named.find((each) => !stages.includes(each))
  if (unknown === undefined) return read
  throw invalidSkill(`${name}: there is no stage "${unknown}": name one of ${stages.join(', ') || 'none'}`)
}
