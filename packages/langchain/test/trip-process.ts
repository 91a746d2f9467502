// For a test: one turn of a paying agent in a process of its own. Everything that outlives it is in two files.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { AIMessageChunk, HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Command, MemorySaver } from '@langchain/langgraph'
import { createAgent, humanInTheLoopMiddleware } from 'langchain'
import { z } from 'zod'
import { stateMiddleware } from '../src/index.ts'
import { ScriptedChatModel } from './scripted-chat-model.ts'

const [, , folder = '', command = '', text = ''] = process.argv

/** Keeps the checkpoints of LangGraph in a file. */
class FileSaver extends MemorySaver {
  readonly #file: string

  constructor(file: string) {
    super()
    this.#file = file
    if (existsSync(file)) Object.assign(this, JSON.parse(readFileSync(file, 'utf8'), revive))
  }

  override async put(...given: Parameters<MemorySaver['put']>): ReturnType<MemorySaver['put']> {
    const config = await super.put(...given)
    this.#write()
    return config
  }

  override async putWrites(...given: Parameters<MemorySaver['putWrites']>): Promise<void> {
    await super.putWrites(...given)
    this.#write()
  }

  #write(): void {
    const { storage, writes } = this
    writeFileSync(this.#file, JSON.stringify({ storage, writes }, keep))
  }
}

function keep(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}

function revive(_key: string, value: unknown): unknown {
  const { bytes } = (value ?? {}) as { bytes?: unknown }
  return typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : value
}

const model = new ScriptedChatModel(async (prompt) => {
  const [, amount] = /user says: Pay (\d+)/.exec(prompt) ?? []
  const [, done] = /\nResult: Paid (\d+)/.exec(prompt) ?? []
  if (done && command === 'approve-and-hang') {
    process.stdout.write('hangs\n')
    return await new Promise<never>(() => setInterval(() => {}, 60_000))
  }
  const paid = Number(/"paid": ?(\d+)/.exec(prompt)?.[1]) + Number(done ?? 0)
  const isAsked = amount && !prompt.includes('\nResult: ')
  const called = isAsked ? { pay: { amount: Number(amount) } } : done ? { update_state: { paid } } : {}
  const calls = Object.entries(called).map(([name, input]) => ({ name, input: JSON.stringify(input) }))
  return { text: isAsked ? '' : `Paid ${paid} in all.`, calls }
})

const pay = tool(
  async ({ amount }, { toolCall }) => {
    appendFileSync(`${folder}/payments`, `${toolCall?.id} ${amount}\n`)
    return `Paid ${amount}.`
  },
  { name: 'pay', description: 'Pays an amount.', schema: z.object({ amount: z.number() }) },
)

const agent = createAgent({
  model,
  tools: [pay],
  middleware: [
    humanInTheLoopMiddleware({ interruptOn: { pay: true } }),
    stateMiddleware({ state: z.object({ paid: z.number().default(0) }) }),
  ],
  checkpointer: new FileSaver(`${folder}/checkpoints.json`),
})

const inputs: Readonly<Record<string, unknown>> = {
  say: { messages: [new HumanMessage(text)] },
  'go-on': null,
}
const approval = new Command({ resume: { decisions: [{ type: 'approve' }] } })
const input = command in inputs ? inputs[command] : approval
const options = { configurable: { thread_id: 'a' }, streamMode: ['messages', 'values'] }
for await (const [mode, data] of (await agent.stream(input as never, options as never)) as AsyncIterable<
  [string, never]
>) {
  if (mode === 'messages') {
    const [message] = data as [unknown]
    if (AIMessageChunk.isInstance(message) && message.text !== '')
      process.stdout.write(`piece ${message.text}\n`)
    continue
  }
  const { skillState, __interrupt__: waiting } = data as {
    skillState?: object
    __interrupt__?: readonly unknown[]
  }
  if (waiting) process.stdout.write('waits for approval\n')
  else if (skillState) process.stdout.write(`state ${JSON.stringify(skillState)}\n`)
}
