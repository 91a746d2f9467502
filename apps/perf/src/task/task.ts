import { type Environment, type JsonObject, type Model, promptText, type Skill } from '@skill-state/protocol'
import { readThrough } from './read-through.ts'

/** A model that answers at once, and counts what it was shown. */
export interface InstantModel extends Model {
  /** Characters of all prompts so far. */
  readonly characters: () => number
}

/**
 * The work that all contenders share: a state of `keys` shelves, two of which change in every step. Nothing
 * in it is random; the replies repeat after `REPLIES` steps.
 *
 * Make it when the benchmark runs, never when its file is loaded. V8 has room for 1,536 first keys of the objects that
 * begin alike; once a program has written more, objects whose shape is new are hash tables, and all takes twice as long.
 */
export interface StepTask {
  readonly mix: Mix
  readonly skill: Skill & { readonly schema: JsonObject }
  readonly replies: readonly string[]
  /** A world that ends after so many steps, whatever the actions. */
  environment(horizon: number): Environment
  /** Answers with patches, or as runtimes ask for that carry a transcript: with commands, or with updates too. */
  model(format?: ReplyFormat): InstantModel
}

/** `replace`: each patch writes two shelves that are there. `mixed`: it writes one, and empties or fills another. */
export type Mix = 'replace' | 'mixed'

export interface StepReply<Item = string | null> {
  readonly reasoning: string
  readonly patch: { readonly inventory: Readonly<Record<string, Item>> }
  readonly action: string
}

const REPLIES = 1_000

export function createTask(keys: number, mix: Mix = 'replace'): StepTask {
  const decide = mix === 'mixed' ? mixedReplyAt : replyAt
  const decisions = Array.from({ length: REPLIES }, (_, step) => decide(step, keys))
  const replies = {
    patch: decisions.map(WRITERS.patch),
    command: decisions.map(WRITERS.command),
    update: decisions.map(WRITERS.update),
  }
  return {
    mix,
    skill: {
      name: 'perf',
      instructions: INSTRUCTIONS,
      schema: mix === 'mixed' ? PATTERN_SCHEMA : SCHEMA,
      initialState: initialState(keys),
    },
    replies: replies.patch,
    environment: createEnvironment,
    model: (format = 'patch') => instantModel(replies[format]),
  }
}

/** The decision of a step: reasoning, a patch of two shelves and an action. */
export function replyAt(step: number, keys: number): StepReply<string> {
  const [first, second] = [(step * 7_919) % keys, (step * 104_729 + 1) % keys]
  const [item, other] = [1_000 + ((step * 31) % 9_000), 1_000 + ((step * 37) % 9_000)]
  const inventory = { [`shelf_${first}`]: `item_${item}`, [`shelf_${second}`]: `item_${other}` }
  return {
    reasoning: `The shipment holds item_${item} and item_${other}; both shelves are free.`,
    patch: { inventory },
    action: `Store item_${item}`,
  }
}

/** The same, but an even step empties one of the shelves, which the step after it fills again. */
function mixedReplyAt(step: number, keys: number): StepReply {
  const { reasoning, patch, action } = replyAt(step, keys)
  const [, second = ''] = Object.keys(patch.inventory)
  const shelf = `shelf_${((step - (step % 2)) * 7_919) % keys}`
  const item = `item_${1_000 + ((step * 31) % 9_000)}`
  const inventory = {
    [second]: `item_${1_000 + ((step * 37) % 9_000)}`,
    [shelf]: step % 2 === 0 ? null : item,
  }
  return { reasoning, patch: { inventory }, action }
}

export function initialState(keys: number): JsonObject {
  const shelves = Array.from({ length: keys }, (_, at) => [`shelf_${at}`, `item_${1_000 + (at % 9_000)}`])
  return { inventory: Object.fromEntries(shelves) }
}

const observationAt = (step: number): string => `Event ${step}: a shipment arrived at the dock.`

const INSTRUCTIONS = `You keep the inventory of a warehouse. Each event is a shipment.
Store every item on a shelf that is free, and note which shelf holds it.`

const ITEM_LENGTH = 20

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    inventory: { type: 'object', additionalProperties: { type: 'string', maxLength: ITEM_LENGTH } },
  },
  required: ['inventory'],
  additionalProperties: false,
}

const SHELF = '^shelf_[0-9]{1,6}$'

const PATTERN_SCHEMA: JsonObject = {
  ...SCHEMA,
  properties: {
    inventory: {
      type: 'object',
      patternProperties: { [SHELF]: { type: 'string', maxLength: ITEM_LENGTH } },
      additionalProperties: false,
    },
  },
}

/** What a patch of such a state must look like, as a person would write it by hand. */
export const PATCH_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    inventory: { type: 'object', additionalProperties: { type: ['string', 'null'], maxLength: ITEM_LENGTH } },
  },
  additionalProperties: false,
}

/** The same, if the task is `mixed`. */
export const PATTERN_PATCH_SCHEMA: JsonObject = {
  ...PATCH_SCHEMA,
  properties: {
    inventory: {
      type: 'object',
      patternProperties: { [SHELF]: { type: ['string', 'null'], maxLength: ITEM_LENGTH } },
      additionalProperties: false,
    },
  },
}

/** How each form of a reply is written: the prompts of A.4, A.1 and A.3 ask for them. */
const WRITERS = {
  patch: ({ reasoning, patch, action }: StepReply) =>
    `${reasoning}\n\`\`\`json\n${JSON.stringify({ state_patch: patch, action })}\n\`\`\``,
  command: ({ reasoning, action }: StepReply) => `${reasoning}\nAction: ${action}`,
  update: ({ reasoning, patch, action }: StepReply) =>
    `${reasoning}\nStateUpdate: ${JSON.stringify(patch)}\nAction: ${action}`,
}

export type ReplyFormat = keyof typeof WRITERS

function createEnvironment(horizon: number): Environment {
  let step = 0
  const observe = () => ({ text: observationAt(step), done: step >= horizon })
  return {
    reset: async () => {
      step = 0
      return observe()
    },
    step: async () => {
      step += 1
      return observe()
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}

function instantModel(replies: readonly string[]): InstantModel {
  let call = 0
  let characters = 0
  return {
    id: 'instant',
    characters: () => characters,
    generate: async (request) => {
      const prompt = promptText(request.prompt)
      readThrough(prompt)
      characters += prompt.length
      const text = replies[call % replies.length] ?? ''
      call += 1
      return { text, finishReason: 'stop', usage: {}, model: 'instant' }
    },
  }
}
