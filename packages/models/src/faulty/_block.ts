import { isDeeperThan, isJsonObject, type JsonObject, parseJson } from '@skill-state/protocol'
import { own } from './_places.ts'

/** The fenced JSON block of a reply, as A.4 asks for it, and the text around it. */
export interface Block {
  readonly before: string
  readonly json: string
  readonly after: string
  /** What the block says: `state_patch`, `action` and whatever else the model wrote beside them. */
  readonly value: JsonObject
  readonly patch: JsonObject
}

/** Levels of nesting up to which a block is taken apart; a state may have 100. */
const deepest = 200

// A line break cannot be inside a JSON string, so no fence is part of one.
const opening = /```\w*[ \t]*\r?\n/g
const closing = /\n[ \t]*```/

/** Reads the last fenced block that holds a patch and an action; undefined if there is none. */
export function readBlock(reply: string): Block | undefined {
  for (const { 0: fence, index } of [...reply.matchAll(opening)].reverse()) {
    const start = index + fence.length
    const length = reply.slice(start).search(closing)
    const end = length === -1 ? reply.length : start + length
    const json = reply.slice(start, end)
    const value = parse(json)
    const patch = value && own(value, 'state_patch')
    if (value && isJsonObject(patch) && Object.hasOwn(value, 'action')) {
      return { before: reply.slice(0, start), json, after: reply.slice(end), value, patch }
    }
  }
  return undefined
}

function parse(json: string): JsonObject | undefined {
  const value = parseJson(json)
  return isJsonObject(value) && !isDeeperThan(deepest - 1, value) ? value : undefined
}

export function withJson({ before, after }: Block, json: string): string {
  return before + json + after
}

/** The reply with another content for its block, indented where the block was. */
export function withContent(block: Block, value: JsonObject): string {
  return withJson(block, JSON.stringify(value, undefined, block.json.trim().includes('\n') ? 2 : undefined))
}
