import { promptText } from '@skill-state/protocol'
import { agent } from '../src/index.ts'

const text = { type: 'string', maxLength: 80 } as const
const input = (name: string) => ({
  type: 'object' as const,
  properties: { [name]: text },
  required: [name],
  additionalProperties: false,
})

/** The six tools of a support agent, and what each takes. */
const TOOLS = {
  order: ['Shows an order.', 'order'],
  refund: ['Pays an order back.', 'order'],
  cancel: ['Cancels an order.', 'order'],
  address: ['Changes where an order is sent.', 'order'],
  ticket: ['Opens a ticket.', 'subject'],
  subscribe: ['Subscribes to a list.', 'list'],
} as const

/** How many orders the state keeps; the agent deletes the oldest for another one. */
const KEPT = 8

/** The prompts of a support agent over so many turns: each looks an order up, and notes and tells its status. */
export async function supportPrompts(
  turns: number,
): Promise<{ readonly prompts: readonly string[]; readonly certified: number }> {
  const prompts: string[] = []
  const tools = Object.entries(TOOLS).map(([name, [description, takes]]) => [
    name,
    {
      description,
      input: input(takes),
      execute: (given: object) => Promise.resolve(`Order ${Object.values(given)[0]} is late, 30 EUR.`),
    },
  ])
  const support = agent({
    name: 'support',
    instructions: 'You are the desk of a shop. Look an order up, and note its status.',
    state: {
      type: 'object',
      properties: {
        customer: text,
        seen: {
          type: 'object',
          additionalProperties: text,
          propertyNames: { maxLength: 20 },
          maxProperties: KEPT,
        },
      },
      required: ['customer', 'seen'],
      additionalProperties: false,
    },
    initialState: { customer: '', seen: {} },
    model: {
      id: 'support',
      generate: (request) => {
        const prompt = promptText(request.prompt)
        prompts.push(prompt)
        const { patch, action } = decide(prompt)
        const reply = `\`\`\`json\n${JSON.stringify({ state_patch: patch, action })}\n\`\`\``
        return Promise.resolve({ text: reply, finishReason: 'stop', usage: {}, model: 'support' })
      },
    },
    tools: Object.fromEntries(tools) as never,
    onWarning: () => {},
  })
  const session = await support.open({ id: 'support' })
  for (let turn = 0; turn < turns; turn += 1)
    for await (const _ of session.send(`I am Ada. Is my order W${1000 + turn} late?`));
  const { certificate } = support
  return { prompts, certified: certificate.bounded ? certificate.promptChars : Number.NaN }
}

function decide(prompt: string): { readonly patch: object; readonly action: object } {
  const observation = prompt.slice(prompt.lastIndexOf('Latest Observation: '))
  const [, order = ''] = /Is my order (W\d+) late/.exec(observation) ?? []
  const [, found] = /Order (W\d+) is late, 30 EUR/.exec(observation) ?? []
  if (found === undefined) return { patch: { customer: 'Ada' }, action: { order: { order } } }
  const { seen } = JSON.parse(/Skill Execution State:\s*```json\n(.*?)\n```/s.exec(prompt)?.[1] ?? '{}') as {
    readonly seen: Readonly<Record<string, string>>
  }
  const [oldest = ''] = Object.keys(seen)
  const gone = Object.keys(seen).length >= KEPT ? { [oldest]: null } : {}
  return { patch: { seen: { ...gone, [found]: 'late' } }, action: { reply: `Order ${found} is late.` } }
}
