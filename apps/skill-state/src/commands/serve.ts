import { existsSync, statSync } from 'node:fs'
import { fileSessions } from '@skill-state/agent/files'
import { agentServer } from '@skill-state/agent/mcp'
import { fetchSkill } from '@skill-state/agent-skills'
import { invalidOption } from '@skill-state/protocol'
import manifest from '../../package.json' with { type: 'json' }
import { hostQuestions } from '../run/agent/host-questions.ts'
import { loadAgent } from '../run/agent/load-agent.ts'
import { type ServedAgent, skillAgent } from '../run/agent/skill-agent.ts'
import type { ServeFlags } from '../run/options.ts'
import type { ServerOptions } from '../run/tools/server-of.ts'
import { serveHost } from '../serve-host.ts'

/** `skill-state serve`: speaks MCP on standard input and output until the host goes. */
export async function serveCommand(source: string, flags: ServeFlags): Promise<void> {
  const questions = hostQuestions()
  const { agent, name, description, close } = await served(source, flags, questions.onQuestion)
  try {
    const store = fileSessions(flags.sessions)
    const factory = agentServer({ agent, store, name, description, version: manifest.version })
    await serveHost(questions.heard(factory), name)
  } finally {
    await close()
  }
}

/** What an agent in a file leaves to say. */
const OF_FILES = ['mcp', 'sessions']

async function served(
  source: string,
  flags: ServeFlags,
  onQuestion: ServerOptions['onQuestion'],
): Promise<ServedAgent> {
  if (existsSync(source) && statSync(source).isFile()) {
    const isPlain = Object.keys(flags).every((flag) => OF_FILES.includes(flag))
    if (isPlain) return await loadAgent(source)
    throw invalidOption(
      `${source}: an agent in a file has its own model, tools and limits: leave the options of skills out`,
    )
  }
  const { model } = flags
  if (model === undefined)
    throw invalidOption('--model: name the model that decides, as provider:model, local:FILE or ./module.ts')
  const { folder, close } = await fetchSkill(source)
  try {
    const made = await skillAgent(folder, model, { ...flags, onQuestion })
    return {
      ...made,
      async close() {
        await made.close()
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}
