import type { Environment, JsonObject, Model, Skill } from '@skill-state/protocol'
import { readThrough } from './read-through.ts'

/** A model that answers at once, and counts what it was shown. */
export interface InstantModel extends Model {
  /** Characters of all prompts so far. */
  readonly characters: () => number
}

/**
 * The work that all contenders share: a state of `keys` shelves, two of which change in every step. Nothing
 * in it is random; the replies repeat after `REPLIES` steps.
 */
export interface StepTask {
  readonly skill: Skill & { readonly schema: JsonObject }
  readonly replies: readonly string[]
  /** A world that ends after so many steps, whatever the actions. */
  environment(horizon: number): Environment
  /** Answers with patches, or with `Action: <cmd>` as transcript runtimes ask for. */
  model(format?: 'patch' | 'command'): InstantModel
}

export interface StepReply {
  readonly reasoning: string
  readonly patch: { readonly inventory: Readonly<Record<string, string>> }
  readonly action: string
}

const REPLIES = 1_000

export function createTask(keys: number): StepTask {
  const decisions = Array.from({ length: REPLIES }, (_, step) => replyAt(step, keys))
  const replies = decisions.map(writeReply)
  const commands = decisions.map(({ reasoning, action }) => `${reasoning}\nAction: ${action}`)
  return {
    skill: { name: 'perf', instructions: INSTRUCTIONS, schema: SCHEMA, initialState: initialState(keys) },
    replies,
    environment: createEnvironment,
    model: (format = 'patch') => createModel(format === 'patch' ? replies : commands),
  }
}

/** The decision of a step: reasoning, a patch of two shelves and an action. */
export function replyAt(step: number, keys: number): StepReply {
  const [first, second] = [(step * 7_919) % keys, (step * 104_729 + 1) % keys]
  const [item, other] = [1_000 + ((step * 31) % 9_000), 1_000 + ((step * 37) % 9_000)]
  const inventory = { [`shelf_${first}`]: `item_${item}`, [`shelf_${second}`]: `item_${other}` }
  return {
    reasoning: `The shipment holds item_${item} and item_${other}; both shelves are free.`,
    patch: { inventory },
    action: `Store item_${item}`,
  }
}

export function initialState(keys: number): JsonObject {
  const shelves = Array.from({ length: keys }, (_, at) => [`shelf_${at}`, `item_${1_000 + (at % 9_000)}`])
  return { inventory: Object.fromEntries(shelves) }
}

function observationAt(step: number): string {
  return `Event ${step}: a shipment arrived at the dock.`
}

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

/** What a patch of such a state must look like, as a person would write it by hand. */
export const PATCH_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    inventory: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'], maxLength: ITEM_LENGTH },
    },
  },
  additionalProperties: false,
}

function writeReply({ reasoning, patch, action }: StepReply): string {
  return `${reasoning}\n\`\`\`json\n${JSON.stringify({ state_patch: patch, action })}\n\`\`\``
}

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

function createModel(replies: readonly string[]): InstantModel {
  let call = 0
  let characters = 0
  return {
    id: 'instant',
    characters: () => characters,
    generate: async ({ prompt }) => {
      readThrough(prompt)
      characters += prompt.length
      const text = replies[call % replies.length] ?? ''
      call += 1
      return { text, finishReason: 'stop', usage: {}, model: 'instant' }
    },
  }
}
