import type { JsonObject, Skill } from '@skill-state/protocol'

/** Where the state has room for a tag: a field of its own, or free notes of so many characters. */
export type DelayedForm =
  | { readonly field: 'named' }
  | { readonly field: 'notes'; readonly notesLimit: number }

/** P of the desk. The forms differ in the state alone: a field for the tags, or notes that the model must think of. */
export function delayedSkill(form: DelayedForm): Skill {
  const { words, property, initial } = form.field === 'named' ? named : notes(form.notesLimit)
  return {
    name: 'delayed',
    instructions: `${rules}\n${words}`,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { ...property, brought: { type: 'integer', minimum: 0 } },
      required: [...Object.keys(property), 'brought'],
      additionalProperties: false,
    },
    initialState: { ...initial, brought: 0 },
  }
}

const rules = `You run a hotel desk.
Actions:
Accept <guest_id>
Return <guest_id> <tag>
Bring <thing> <room_id>
Wait
Rules: answer each event with exactly one action. Accept a bag that a guest hands in. When a guest comes for the bag, return it by the tag under which it was handed in; the tag is told only then. Bring a room what it asks for. A refused action changes nothing.`

interface StateForm {
  readonly words: string
  readonly property: JsonObject
  readonly initial: JsonObject
}

const named: StateForm = {
  words:
    'The state maps each guest whose bag you keep to its tag, and counts what you brought: {"tags": {"guest_7": "4817"}, "brought": 3}.',
  property: {
    tags: {
      type: 'object',
      propertyNames: { pattern: '^guest_[1-9][0-9]*$' },
      additionalProperties: { type: 'string', pattern: '^[0-9]{4}$' },
    },
  },
  initial: { tags: {} },
}

function notes(limit: number): StateForm {
  return {
    words: `The state holds free notes of at most ${limit} characters, and counts what you brought: {"notes": "", "brought": 3}.`,
    property: { notes: { type: 'string', maxLength: limit } },
    initial: { notes: '' },
  }
}
