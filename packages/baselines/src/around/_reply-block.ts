import { isJsonObject, type JsonObject, parseJson } from '@skill-state/protocol'

const BLOCK = /```json\n([\s\S]*?)\n```(?![\s\S]*```json)/

/** The reply with its last block of JSON changed; a reply without one stays, and is rejected later. */
export function changeBlock(reply: string, change: (block: JsonObject) => JsonObject): string {
  const [block, text = ''] = BLOCK.exec(reply) ?? []
  if (block === undefined) return reply
  const value = parseJson(text)
  if (!isJsonObject(value)) return reply
  return reply.replace(block, () => `\`\`\`json\n${JSON.stringify(change(value))}\n\`\`\``)
}
