import { type JsonObject, type Model, promptText } from '@skill-state/protocol'
import type { AnyTool } from '@skill-state/tools'
import { type Agent, agent } from '../agent.ts'
import type { SuiteAnswer, SuiteTool } from './adapter.ts'

interface Desk {
  readonly name: string
  readonly instructions: string
  readonly state: JsonObject
  readonly initialState: JsonObject
  readonly limits: { readonly message: { readonly steps: number } }
}

export const desk: Desk = {
  name: 'desk',
  instructions: 'You run a travel desk.',
  state: {
    type: 'object',
    properties: {
      traveller: { type: 'string', maxLength: 20 },
      booked: { type: 'array', items: { type: 'string', maxLength: 8 }, maxItems: 6 },
      seen: { type: 'integer', minimum: 0, maximum: 99_999 },
    },
    required: ['traveller', 'booked', 'seen'],
    additionalProperties: false,
  },
  initialState: { traveller: '', booked: [], seen: 0 },
  limits: { message: { steps: 50 } },
}

/** An image of one pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

/** What the tools did, with the framework's ids of the calls. Outlives any process. */
export interface World {
  readonly calls: { readonly tool: string; readonly input: JsonObject; readonly id: string }[]
}

/** Inputs of the tools together. */
interface Input {
  readonly city: string
  readonly flight: string
  readonly amount: number
  readonly page: number
}

type Declared = readonly [
  description: string,
  properties: JsonObject,
  answer: (input: Input) => string,
  more?: Partial<Pick<SuiteTool, 'approve' | 'draws'>>,
]

const [text, integer] = [{ type: 'string' }, { type: 'integer' }]

const TOOLS: Readonly<Record<string, Declared>> = {
  search: ['Lists flights to a city.', { city: text }, ({ city }) => `Flights to ${city}: F1, F2.`],
  book: ['Books a flight.', { flight: text }, ({ flight }) => `Booked ${flight}.`],
  pay: ['Pays an amount.', { amount: integer }, ({ amount }) => `Paid ${amount}.`, { approve: true }],
  draw: ['Draws a map.', {}, () => PNG, { draws: true }],
  read: [
    'Reads a page of the log.',
    { page: integer },
    ({ page }) => `Page ${page}: ${'x'.repeat(page % 10 === 0 ? 50_000 : 50)}`,
  ],
  break: [
    'Fails.',
    {},
    () => {
      throw new Error('the printer is on fire')
    },
  ],
}

export function deskTools(world: World): readonly SuiteTool[] {
  return Object.entries(TOOLS).map(([name, [description, properties, answer, more]]) => ({
    name,
    description,
    input: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    approve: false,
    draws: false,
    ...more,
    execute: async (given, id) => {
      world.calls.push({ tool: name, input: given, id })
      return answer(given as unknown as Input)
    },
  }))
}

/** The agent that the adapter is compared with: the same desk, without a framework. */
export function deskAlone(world: World, prompts: string[]): Agent<JsonObject> {
  const model: Model = {
    id: 'desk',
    capabilities: { native: 'calls' },
    generate: async (request) => {
      const prompt = promptText(request.prompt)
      prompts.push(prompt)
      const { calls, text } = deskReply(prompt)
      const made = calls.map(({ name, input }) => ({ [name]: JSON.parse(input) }))
      const said = made.length > 0 ? JSON.stringify({ calls: made, text }) : text
      return { text: said, finishReason: 'stop', usage: {}, model: 'desk' }
    },
  }
  const tools = deskTools(world).map(({ name, execute, draws: _, ...tool }): [string, AnyTool] => [
    name,
    { ...tool, execute: (input: JsonObject, { key }) => execute(input, key) },
  ])
  return agent({ ...desk, model, tools: Object.fromEntries(tools) }) as Agent<JsonObject>
}

type Rule = readonly [
  pattern: RegExp,
  answer: (found: RegExpExecArray, prompt: string) => readonly [object, object],
]

/** What the model of the desk answers: the first rule whose pattern fits what came last. */
const rules: readonly Rule[] = [
  [/^Compare (\w+) and (\w+)/, ([, ...cities]) => [{ seen: 1 }, { calls: cities.map(flightsTo) }]],
  [
    /^Look at (\w+) and (\w+) and pay (\d+)/,
    ([, one, two, amount]) => [{ seen: 1 }, { calls: [...[one, two].map(flightsTo), payOf(amount)] }],
  ],
  [/^As data/, () => [{}, { reply: '{"flights":2}' }]],
  [/^A flight to (\w+)/, ([, city]) => [{ traveller: 'Ada' }, { search: { city } }]],
  [/^Flights to (\w+) and (\w+)/, ([, ...cities]) => [{ seen: 4 }, { calls: cities.map(flightsTo) }]],
  [/Flights to Rome/, () => [{ seen: 2 }, { book: { flight: 'F1' } }]],
  [/Flights to/, () => [{ seen: 3 }, { reply: 'There are two: F1 and F2. Which one?' }]],
  [
    /Booked (\w+)/,
    ([, flight = '']) => [{ booked: [flight] }, { reply: `${flight} is booked.\nEnjoy "your" trip!` }],
  ],
  [/^Pay (\d+)/, ([, amount]) => [{ seen: 50 }, payOf(amount)]],
  [/^Pay both (\d+) and (\d+)/, ([, ...amounts]) => [{ seen: 51 }, { calls: amounts.map(payOf) }]],
  [/Paid/, () => [{}, { reply: 'It is paid.' }]],
  [/^Draw/, () => [{ seen: 70 }, { draw: {} }]],
  [/^Break/, () => [{ seen: 60 }, { break: {} }]],
  [/printer is on fire/, () => [{}, { reply: 'That failed.' }]],
  [/^Read on/, (_, prompt) => [{}, { read: { page: seenIn(prompt) } }]],
  [/Page \d+/, (_, prompt) => [{ seen: seenIn(prompt) + 1 }, pageOrReply(seenIn(prompt) + 1)]],
]

/** Pages that are read for one message, before the agent replies. */
export const PAGES = 20

function pageOrReply(seen: number): object {
  return seen % PAGES === 0 ? { reply: `Read ${seen} pages.` } : { read: { page: seen } }
}

function flightsTo(city: string | undefined): object {
  return { search: { city } }
}

function payOf(amount: string | undefined): object {
  return { pay: { amount: Number(amount) } }
}

function resultsIn(prompt: string): number {
  return (newest(prompt).match(/^(?:Result: )?\[\d of \d\]/gm) ?? []).length
}

function seenIn(prompt: string): number {
  return Number(/"seen": ?(\d+)/.exec(prompt)?.[1] ?? 0)
}

/** What came last: the newest result of the prompt, or else the message. */
export function newest(prompt: string): string {
  const observation = /Latest Observation: ([\s\S]*?)(?=\n\nProvide|$(?![\s\S]))/.exec(prompt)?.[1] ?? ''
  const [part = ''] = /(?<=^Result: )[\s\S]*?(?=\n\nNotice: |$(?![\s\S]))/m.exec(observation) ?? []
  return part || (/(?<=^The user says: )[\s\S]*?(?=\n\n|$(?![\s\S]))/m.exec(observation)?.[0] ?? '')
}

/** Answers as the model of the desk. A prompt with a message `Stumble` is first answered with a patch that is rejected. */
export function deskReply(prompt: string): SuiteAnswer {
  if (prompt.includes('user says: Stumble')) {
    const again = prompt.includes('Your last reply was refused')
    return answer({ traveller: again ? 'Bo' : 7 }, { reply: again ? 'Hello Bo.' : 'Void.' })
  }
  const news = newest(prompt)
  if (/user says: (?:Compare|Look at)/.test(prompt) && news.startsWith('[1 of'))
    return answer({ seen: 4 }, { reply: `I have ${resultsIn(prompt)} results.` })
  for (const [pattern, decide] of rules) {
    const found = pattern.exec(news)
    if (found) return answer(...decide(found, prompt))
  }
  return answer({}, { reply: 'Good day.' })
}

/** The same in the form of text. */
export function deskText(prompt: string): string {
  const { calls, text } = deskReply(prompt)
  const made = calls.map(({ name, input }) => ({ [name]: JSON.parse(input) }))
  const [{ update_state: state_patch = {} } = {}] = made
  const [first, ...others] = made.filter((call) => !('update_state' in call))
  const action = text ? { reply: text } : others.length > 0 ? { calls: [first, ...others] } : first
  return `Thinking.\n\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``
}

function answer(patch: object, action: object): SuiteAnswer {
  const { reply = '', calls: list } = action as { reply?: string; calls?: readonly object[] }
  const made = list ?? ('reply' in action ? [] : [action])
  const all = Object.keys(patch).length > 0 ? [{ update_state: patch }, ...made] : made
  const calls = all.flatMap((call) =>
    Object.entries(call).map(([name, input]) => ({ name, input: JSON.stringify(input) })),
  )
  return { text: reply, calls }
}
