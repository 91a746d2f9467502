import type { JsonObject, JsonValue } from '@skill-state/protocol'
import type { Format } from './format.ts'
import { field, idField, objectsOf, textField, toolCall } from './parts/fields.ts'

/** Tasks of MedAgentBench: the model writes `GET url`, `POST url` with a payload, or `FINISH(answers)`. */
export const medAgentBench: Format = {
  id: 'medagentbench',
  recognises: (record) =>
    typeof record.prompt === 'string' &&
    Array.isArray(record.turns) &&
    objectsOf(record, 'turns').some((turn) => 'agent_reply' in turn),
  read(record, conversation) {
    const writeTools = new Set<string>()
    const prompt = textField(record, 'prompt') ?? ''
    const question = textField(record, 'instruction')?.trim() ?? ''
    const at = question === '' ? -1 : prompt.lastIndexOf(question)
    // The task stands at the end of one prompt; what is before it is the same for all tasks.
    const context = textField(record, 'context') ?? ''
    conversation.system(at === -1 ? '' : withoutLast(prompt.slice(0, at), context))
    conversation.user(
      at === -1 ? prompt : [context, prompt.slice(at)].filter((text) => text !== '').join('\n'),
    )
    for (const [number, turn] of objectsOf(record, 'turns').entries()) {
      const observation = textField(turn, 'observation')
      const call = callIn(turn)
      if (call === undefined) {
        conversation.assistant({ content: textField(turn, 'agent_reply') ?? '' })
        if (observation !== undefined) conversation.user(observation)
      } else {
        if (turn.action_kind === 'post') writeTools.add(call.name)
        conversation.assistant({ content: '', calls: [toolCall(`turn ${number}`, call.name, call.given)] })
        if (observation !== undefined) conversation.tool(observation, `turn ${number}`)
      }
    }
    const reward = record.correct === true ? 1 : record.correct === false ? 0 : undefined
    return { taskId: idField(record, 'task_id'), reward, writeTools: [...writeTools] }
  },
}

function withoutLast(text: string, part: string): string {
  const at = part === '' ? -1 : text.lastIndexOf(part)
  return at === -1 ? text : `${text.slice(0, at)}${text.slice(at + part.length)}`
}

/** The request of a turn: the resource as the tool, its parameters or its payload as the arguments. */
function callIn(turn: JsonObject): { readonly name: string; readonly given: JsonValue } | undefined {
  const url = /^(?:GET|POST)\s+(\S+)/.exec(textField(turn, 'agent_reply') ?? '')?.[1]
  if (url === undefined || !URL.canParse(url)) return undefined
  const { pathname, searchParams } = new URL(url)
  const method = turn.action_kind === 'post' ? 'POST' : 'GET'
  const name = `${method} ${pathname.split('/').at(-1) ?? ''}`
  return { name, given: field(turn, 'payload') ?? Object.fromEntries(searchParams) }
}
