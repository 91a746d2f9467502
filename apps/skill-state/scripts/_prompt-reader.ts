// A scripted model behind HTTP, for `prove-skills.ts`: it takes the next move of a task from what the prompt shows. The number of
// moves is in the state, so that another process continues where a killed one was.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { JsonObject } from '@skill-state/protocol'

/** What a move may use. */
export interface Shown {
  /** The working folder of commands. */
  readonly folder: string
  /** The folder of the skill's files. */
  readonly skill: string
  /** The newest observation. */
  readonly observation: string
  /** The first group of the pattern in the prompt, or all of it. Throws if the prompt does not show it. */
  readonly find: (pattern: RegExp) => string
}

/** A command, or another action. */
export type Move = (shown: Shown) => string | JsonObject

/** Serves the moves of tasks, which the text of each task tells apart. */
export async function openPromptReader(
  movesOf: (prompt: string) => readonly Move[],
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { messages } = body as { readonly messages: readonly { readonly content: string }[] }
      const prompt = messages.map(({ content }) => content).join('\n\n')
      const content = `\`\`\`json\n${JSON.stringify(decide(prompt, movesOf(prompt)))}\n\`\`\``
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 0,
          model: 'script',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() }
}

function decide(prompt: string, moves: readonly Move[]): JsonObject {
  const [, state = '{}'] = /Skill Execution State:\n```json\n([\s\S]*?)\n```/.exec(prompt) ?? []
  const [, quoted = ''] =
    /Latest Observation: ([\s\S]*?)(?=\n\n(?:Provide|Reply|\[Pinned)|$(?![\s\S]))/.exec(prompt) ?? []
  const { done = {} } = JSON.parse(state) as { done?: JsonObject }
  const observation = quoted.replaceAll(/^> ?/gm, '').replace(/\n\n\[Pinned: [\s\S]*/, '')
  const taken = Object.keys(done).length
  const failed = /\[exit code \d+[^\]]*\]/.exec(observation)
  const move = moves[taken]
  try {
    if (failed) throw new Error(`${failed[0]} after ${observation.slice(-600)}`)
    if (move === undefined)
      return { state_patch: {}, action: { finish: { ok: true, answer: 'Done.', files: [] } } }
    const action = move(shownIn(prompt, observation))
    const patch = { done: { [`move ${taken + 1}`]: 'made' } }
    return { state_patch: patch, action: typeof action === 'string' ? { bash: { command: action } } : action }
  } catch (error) {
    return {
      state_patch: {},
      action: { finish: { ok: false, answer: `Move ${taken + 1}: ${String(error)}`, files: [] } },
    }
  }
}

function shownIn(prompt: string, observation: string): Shown {
  const find = (pattern: RegExp): string => {
    const found = pattern.exec(prompt)
    if (found === null) throw new Error(`the prompt does not show ${pattern}`)
    return found[1] ?? found[0]
  }
  return {
    folder: find(/working folder (\S+) keeps/),
    skill: find(/skill's folder is (\S+), read-only/),
    observation,
    find,
  }
}
