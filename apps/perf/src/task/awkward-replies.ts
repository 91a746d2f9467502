import type { JsonObject } from '@skill-state/protocol'

/** A reply in a form that models are known to give, and what a careful reader makes of it. */
export interface AwkwardReply {
  readonly name: string
  readonly text: string
  /** The decision; undefined if the reply has no complete one, so that the model must be asked again. */
  readonly expected: { readonly patch: JsonObject; readonly action: string } | undefined
}

const PATCH = { inventory: { shelf_1: 'item_7' } }
const ACTION = 'Ship item_7'
const BLOCK = JSON.stringify({ state_patch: PATCH, action: ACTION })
const DRAFT = JSON.stringify({ state_patch: {}, action: 'Wait' })

export const awkwardReplies: readonly AwkwardReply[] = [
  reads('a fence without a language', `Plan.\n\`\`\`\n${BLOCK}\n\`\`\``),
  reads('a fence of tildes', `Plan.\n~~~JSON\n${BLOCK}\n~~~\n`),
  reads('no fence', `I ship it. ${BLOCK} That is all.`),
  reads('a fence that never closes', `\`\`\`json\n${BLOCK}`),
  reads('line ends of Windows', `Plan.\r\n\`\`\`json\r\n${indented(BLOCK)}\r\n\`\`\`\r\n`),
  reads('the keys the other way round', JSON.stringify({ action: ACTION, state_patch: PATCH })),
  reads('a further key', JSON.stringify({ reasoning: 'It is {free}.', state_patch: PATCH, action: ACTION })),
  reads('inside a wrapper', `{"response": ${BLOCK}}`),
  reads('inside a list', `[${BLOCK}]`),
  reads('a draft before it', `First: ${DRAFT}\nBetter: ${BLOCK}`),
  reads('a draft in thinking tags', `<think>${DRAFT} or { not</think>\n${BLOCK}`),
  reads(
    'the format of the prompt before it',
    `{ "state_patch": { <dict> }, "action": "<string>" }\n${BLOCK}`,
  ),
  reads('braces and quotes in prose', `The set {a, b and 5" of {x} fit.\n${BLOCK}\nSo {be} it, {he said.`),
  reads('braces and fences in a string', blockOf({ note: 'use } or ```json { "x' }), {
    note: 'use } or ```json { "x',
  }),
  reads('a block inside the patch', blockOf({ note: JSON.parse(DRAFT) }), {
    note: JSON.parse(DRAFT) as JsonObject,
  }),
  reads('a trailing comma', `{"state_patch": ${JSON.stringify(PATCH)}, "action": "${ACTION}",}`),
  reads('a comment', `{"state_patch": ${JSON.stringify(PATCH)}, // shelf 1\n "action": "${ACTION}"}`),
  reads('a raw line break in a string', '{"state_patch": {"note": "a\nb"}, "action": "Ship item_7"}', {
    note: 'a\nb',
  }),
  rejects('cut off in the action', BLOCK.slice(0, -4)),
  rejects('cut off in the patch, after a draft', `${DRAFT}\n${BLOCK.slice(0, 30)}`),
  rejects('cut off before the last brace', BLOCK.slice(0, -1)),
  rejects('the patch in one object, the action in another', `{"state_patch": {}}\n{"action": "${ACTION}"}`),
]

function reads(name: string, text: string, patch: JsonObject = PATCH): AwkwardReply {
  return { name, text, expected: { patch, action: ACTION } }
}

function rejects(name: string, text: string): AwkwardReply {
  return { name, text, expected: undefined }
}

function blockOf(patch: JsonObject): string {
  return JSON.stringify({ state_patch: patch, action: ACTION })
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2).replaceAll('\n', '\r\n')
}
