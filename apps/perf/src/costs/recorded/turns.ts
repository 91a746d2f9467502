import type { Episode } from '@skill-state/audit'
import { isJsonObject, type JsonObject, type ToolSpec } from '@skill-state/protocol'

interface Call {
  readonly name: string
  readonly input: JsonObject
  result: string
  failed: boolean
}

interface Answer {
  readonly text: string
  readonly calls: readonly Call[]
  /** What the provider billed. */
  readonly usage: Episode['messages'][number]['usage']
}

/** What a user said in a recording, and what the agent did about it. */
export interface RecordedTurn {
  readonly asked: string
  readonly answers: readonly Answer[]
}

/** The turns of a recording. What the agent said before the user has spoken is left out. */
export function turnsOf({ messages }: Episode): readonly RecordedTurn[] {
  const turns: { asked: string; answers: Answer[] }[] = []
  const open = new Map<string, Call>()
  for (const { role, content, calls = [], callId, error, usage } of messages) {
    const turn = turns.at(-1)
    if (role === 'user') {
      if (turn && turn.answers.length === 0) turn.asked += `\n${content}`
      else turns.push({ asked: content, answers: [] })
    } else if (role === 'assistant') {
      const made = calls.map(({ name, arguments: given }) => {
        return { name, input: isJsonObject(given) ? given : {}, result: '', failed: false }
      })
      for (const [at, call] of made.entries()) open.set(calls[at]?.id ?? '', call)
      turn?.answers.push({ text: content, calls: made, usage })
    } else {
      const call = open.get(callId ?? '')
      if (call) Object.assign(call, { result: content, failed: error === true })
    }
  }
  return turns.filter(({ asked, answers }) => asked.trim() !== '' && answers.length > 0)
}

/** Tools that recordings call but do not describe, by the names of their arguments. */
export function toolsIn(episodes: readonly Episode[]): readonly ToolSpec[] {
  const calls = episodes.flatMap(({ messages }) => messages.flatMap((message) => message.calls ?? []))
  return [...Map.groupBy(calls, ({ name }) => name)].map(([name, own]) => {
    const keys = own.flatMap(({ arguments: given }) => (isJsonObject(given) ? Object.keys(given) : []))
    const properties = Object.fromEntries(keys.map((key) => [key, {}]))
    const parameters = { type: 'object', properties }
    return { name, description: `Calls ${name} of the server.`, parameters }
  })
}
