// For a test: one turn of a paying agent in a process of its own. Everything that outlives it is in a folder.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { fileSessions } from '@skill-state/agent/files'
import { type ModelMessage, tool } from 'ai'
import { z } from 'zod'
import { stateAgent } from '../src/index.ts'
import { scriptedModel } from './scripted-model.ts'

const [, , folder = '', hangsAt = ''] = process.argv

/** Prints the line, and never continues. */
async function hang(): Promise<never> {
  process.stdout.write('hangs\n')
  return await new Promise(() => setInterval(() => {}, 60_000))
}

const model = scriptedModel(async (prompt) => {
  const [, done] = /Paid (\d+)/.exec(prompt) ?? []
  if (done && hangsAt === 'model') return await hang()
  const name = done ? 'update_state' : 'pay'
  const input = JSON.stringify(done ? { paid: Number(done) } : { amount: 30 })
  return { text: done ? `Paid ${done} in all.` : '', calls: [{ name, input }] }
})

const agent = stateAgent({
  model,
  skill: {
    state: z.object({ paid: z.number().default(0) }),
    sessions: fileSessions(folder),
    onWarning: () => {},
  },
  tools: {
    pay: tool({
      description: 'Pays an amount.',
      inputSchema: z.object({ amount: z.number() }),
      execute: async ({ amount }, { toolCallId }) => {
        const file = `${folder}/payments`
        const payments = existsSync(file) ? readFileSync(file, 'utf8') : ''
        // The key makes the payment one, however often it is asked for.
        if (!payments.includes(`${toolCallId} `)) appendFileSync(file, `${toolCallId} ${amount}\n`)
        if (hangsAt === 'tool') await hang()
        return `Paid ${amount}.`
      },
    }),
  },
})

const messages: ModelMessage[] = [{ role: 'user', content: 'Pay 30.' }]
const stream = await agent.stream({ messages, options: { session: 'a' } })
for await (const piece of stream.textStream) process.stdout.write(`piece ${piece}\n`)
