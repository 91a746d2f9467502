import { type Environment, type JsonObject, type Model, promptText, type Skill } from '@skill-state/protocol'
import { readThrough } from './read-through.ts'

/** A model that answers at once, and counts what it was shown. */
interface InstantModel extends Model {
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

interface StepReply {
  readonly reasoning: string
  readonly patch: { readonly inventory: Readonly<Record<string, string | null>> }
  readonly action: string
}

const REPLIES = 1_000

export function createTask(keys: number, mix: Mix = 'replace'): StepTask {
  const decisions = Array.from({ length: REPLIES }, (_, step) => replyAt(step, keys, mix))
  const replies = {
    patch: decisions.map(WRITERS.patch),
    command: decisions.map(WRITERS.command),
    update: decisions.map(WRITERS.update),
  }
  return {
    mix,
    skill: skillOf(keys, mix),
    replies: replies.patch,
    environment: createEnvironment,
    model: (format = 'patch') => instantModel(replies[format]),
  }
}

export function skillOf(keys: number, mix: Mix = 'replace'): StepTask['skill'] {
  return { name: 'perf', instructions: INSTRUCTIONS, schema: SCHEMAS[mix], initialState: initialState(keys) }
}

/**
 * The decision of a step: reasoning, a patch of two shelves and an action. If they are mixed, an even step empties one of the
 * shelves, which the step after it fills again.
 */
export function replyAt(step: number, keys: number, mix: Mix = 'replace'): StepReply {
  const first = ((mix === 'mixed' ? step - (step % 2) : step) * 7_919) % keys
  const second = (step * 104_729 + 1) % keys
  const [item, other] = [`item_${1_000 + ((step * 31) % 9_000)}`, `item_${1_000 + ((step * 37) % 9_000)}`]
  const stored = mix === 'mixed' && step % 2 === 0 ? null : item
  return {
    reasoning: `The shipment holds ${item} and ${other}; both shelves are free.`,
    patch: { inventory: { [`shelf_${first}`]: stored, [`shelf_${second}`]: other } },
    action: `Store ${item}`,
  }
}

export function initialState(keys: number): JsonObject {
  const shelves = Array.from({ length: keys }, (_, at) => [`shelf_${at}`, `item_${1_000 + (at % 9_000)}`])
  return { inventory: Object.fromEntries(shelves) }
}

const observationAt = (step: number): string => `Event ${step}: a shipment arrived at the dock.`

const INSTRUCTIONS = `You keep the inventory of a warehouse. Each event is a shipment.
Store every item on a shelf that is free, and note which shelf holds it.`

/** What a state must look like, or with `null` among the types a patch, as a person would write it by hand. */
export function schemaOf(mix: Mix, type: 'string' | readonly string[]): JsonObject {
  const item = { type, maxLength: 20 }
  const shelves =
    mix === 'replace'
      ? { additionalProperties: item }
      : { patternProperties: { '^shelf_[0-9]{1,6}$': item }, additionalProperties: false }
  return {
    type: 'object',
    properties: { inventory: { type: 'object', ...shelves } },
    additionalProperties: false,
  }
}

/** The same object for all tasks: compiled code of one schema is warm in the next task. */
const SCHEMAS: Readonly<Record<Mix, JsonObject>> = {
  replace: { ...schemaOf('replace', 'string'), required: ['inventory'] },
  mixed: { ...schemaOf('mixed', 'string'), required: ['inventory'] },
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
