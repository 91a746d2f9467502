import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import type { McpServer } from '@modelcontextprotocol/server'
import { fileSessions } from '@skill-state/agent/files'
import { agentServer } from '@skill-state/agent/mcp'
import { fetchSkill } from '@skill-state/agent-skills'
import { invalidOption } from '@skill-state/protocol'
import manifest from '../../package.json' with { type: 'json' }
import { findModel } from '../run/agent/find-model.ts'
import { loadAgent } from '../run/agent/load-agent.ts'
import { type ServedAgent, skillAgent } from '../run/agent/skill-agent.ts'
import type { ServeFlags } from '../run/options.ts'
import type { ServerOptions } from '../run/tools/server-options.ts'
import { serveHost } from '../serve-host.ts'

type OnQuestion = NonNullable<ServerOptions['onQuestion']>
type Elicit = McpServer['server']['elicitInput']

/** `skill-state serve`: speaks MCP on standard input and output until the host goes. */
export async function serveCommand(source: string, flags: ServeFlags): Promise<void> {
  let server: McpServer | undefined
  const onQuestion = questionsTo((...question) => server?.server.elicitInput(...question))
  const { agent, name, description, close } = await served(source, flags, onQuestion)
  try {
    const store = fileSessions(flags.sessions)
    const factory = agentServer({ agent, store, name, description, version: manifest.version })
    // The server that the host spoke to last asks it.
    await serveHost(() => (server = factory()), name)
  } finally {
    await close()
  }
}

/**
 * Puts the questions of a skill's servers to the host that the skill is served to. A host that cannot ask a person, or that speaks a
 * version of MCP in which a server asks nothing during a call, gives no answer.
 */
function questionsTo(
  elicit: (...question: Parameters<Elicit>) => ReturnType<Elicit> | undefined,
): OnQuestion {
  return async ({ server, message, schema, url, signal }) => {
    const text = `The server ${JSON.stringify(server)} asks: ${message}`
    const question = (
      url === undefined
        ? { mode: 'form', message: text, requestedSchema: schema }
        : { mode: 'url', message: text, url, elicitationId: randomUUID() }
    ) as Parameters<Elicit>[0]
    const answer = await elicit(question, { signal })?.catch(() => undefined)
    if (answer?.action === 'accept') return answer.content ?? true
    return answer?.action === 'decline' ? false : undefined
  }
}

/** What an agent in a file leaves to say. */
const OF_FILES = ['mcp', 'sessions']

async function served(source: string, flags: ServeFlags, onQuestion: OnQuestion): Promise<ServedAgent> {
  if (existsSync(source) && statSync(source).isFile()) {
    if (Object.keys(flags).every((flag) => OF_FILES.includes(flag)))
      return { ...(await loadAgent(source)), close: async () => {} }
    throw invalidOption(
      `${source}: an agent in a file has its own model, tools and limits: leave the options of skills out`,
    )
  }
  const model = await findModel(flags)
  const { folder, close } = await fetchSkill(source)
  try {
    const made = await skillAgent(folder, model, { ...flags, onQuestion })
    const closeBoth = async (): Promise<void> => {
      await made.close()
      close()
    }
    return { ...made, close: closeBoth }
  } catch (error) {
    close()
    throw error
  }
}
