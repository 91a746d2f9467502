import { isJsonObject } from '@skill-state/protocol'
import { z } from 'zod'
import { deskModel, INSTRUCTIONS, type Orders, OrdersSchema, TOOLS } from './order-desk.ts'

export type Write = (record: object) => void

export interface LoopOptions {
  readonly write: Write
  /** Whether a crash can be told from what is written: messages, decisions before their calls, results after them. Each call has its deadline. */
  readonly isSafe?: boolean
}

type Action = Readonly<Record<string, unknown>>
type Outcome = { readonly reply: string } | { readonly result: unknown }

const Reply = z.object({
  state_patch: z.record(z.string(), z.unknown()),
  action: z.record(z.string(), z.unknown()),
})

const TOOL_LINES = Object.entries(TOOLS).map(
  ([name, { description, input }]) =>
    `- ${name}: ${description} Input: ${JSON.stringify(z.toJSONSchema(input))}`,
)

const HEAD = `${INSTRUCTIONS}

Actions, one of:
${TOOL_LINES.join('\n')}
- reply: Answers the user. Input: a text

Schema of the state: ${JSON.stringify(z.toJSONSchema(OrdersSchema))}

Answer with one JSON object: {"state_patch": {…}, "action": {"<name>": <input>}}. A key of the patch that is null is deleted.`

const MAX_STEPS = 20
const MAX_ATTEMPTS = 3
const CALL_MS = 60_000

/** The agent of an order desk as a loop written by hand for this job: zod checks each reply, and what does not pass is asked for again. */
export class OrderLoop {
  state: Orders = { orders: {} }
  #calls = 0
  readonly #write: Write
  readonly #isSafe: boolean

  constructor({ write, isSafe = false }: LoopOptions) {
    this.#write = write
    this.#isSafe = isSafe
  }

  async ask(message: string): Promise<string> {
    const said = `The user says: ${message}`
    let shown = said
    if (this.#isSafe) this.#write({ message })
    if (this.#isSafe) this.#write({ shown })
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const { patch, action, state } = await this.#decide(shown)
      if (this.#isSafe) this.#write({ step, patch, action, calls: this.#calls })
      const outcome = this.#isSafe ? await within(CALL_MS, execute(action)) : await execute(action)
      this.state = state
      this.#write(this.#isSafe ? { step, outcome } : { step, patch, action, outcome })
      if ('reply' in outcome) return outcome.reply
      shown = `${said}\nResult: ${JSON.stringify(outcome.result)}`
    }
    throw new Error(`no reply in ${MAX_STEPS} steps`)
  }

  async #decide(shown: string): Promise<{ patch: object; action: Action; state: Orders }> {
    let prompt = `${HEAD}\n\nState:\n${JSON.stringify(this.state)}\n\n${shown}`
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { text } = await deskModel.generate({ prompt })
      this.#calls += 1
      try {
        const { state_patch: patch, action } = Reply.parse(JSON.parse(text))
        const state = OrdersSchema.parse(merged(this.state, patch))
        return { patch, action, state }
      } catch (error) {
        prompt += `\n\nYour last reply was rejected: ${(error as Error).message}`
      }
    }
    throw new Error(`no valid reply in ${MAX_ATTEMPTS} attempts`)
  }
}

function merged(value: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const result: Record<string, unknown> = isJsonObject(value) ? { ...value } : {}
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key]
    else result[key] = merged(result[key], change)
  }
  return result
}

async function execute(action: Action): Promise<Outcome> {
  const [[name, input] = ['', null]] = Object.entries(action)
  if (name === 'reply') return { reply: z.string().parse(input) }
  const tool = TOOLS[name]
  if (tool?.execute === undefined) throw new Error(`there is no action ${name}`)
  return { result: await tool.execute(tool.input.parse(input), {} as never) }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
