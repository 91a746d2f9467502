import { randomUUID } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/server'
import type { ServerOptions } from '../tools/server-of.ts'

type OnQuestion = NonNullable<ServerOptions['onQuestion']>
type Elicit = McpServer['server']['elicitInput']

/**
 * Puts the questions of a skill's servers to the host that the skill is served to. A host that cannot ask a person, or that speaks a
 * version of MCP in which a server asks nothing during a call, gives no answer.
 */
export function hostQuestions(): {
  readonly onQuestion: OnQuestion
  /** The same servers; the last one asks. */
  readonly heard: (factory: () => McpServer) => () => McpServer
} {
  let elicit: Elicit | undefined
  return {
    heard: (factory) => () => {
      const made = factory()
      elicit = (question, options) => made.server.elicitInput(question, options)
      return made
    },
    async onQuestion({ server, message, schema, url, signal }) {
      const text = `The server ${JSON.stringify(server)} asks: ${message}`
      const question = (
        url === undefined
          ? { mode: 'form', message: text, requestedSchema: schema }
          : { mode: 'url', message: text, url, elicitationId: randomUUID() }
      ) as Parameters<Elicit>[0]
      const answer = await elicit?.(question, { signal }).catch(() => undefined)
      if (answer?.action === 'accept') return answer.content ?? true
      return answer?.action === 'decline' ? false : undefined
    },
  }
}
