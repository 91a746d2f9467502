import { type Agent, agent } from '@skill-state/agent'
import { type Model, promptText } from '@skill-state/protocol'

/** Looks up each city of the message, in one step if there are several, draws if it is told to, and says what it has found. */
const model: Model = {
  id: 'clerk',
  capabilities: { sees: ['image/png'] },
  generate: async ({ prompt }) => {
    const text = promptText(prompt)
    const message = /The user says: ([\s\S]*)/.exec(text)?.[1] ?? ''
    const found = [...new Set([...text.matchAll(/costs_(\w+)/g)].map(([, city = '']) => city))]
    const cities = ['Rome', 'Oslo', 'Bern'].filter((city) => message.includes(city) && !found.includes(city))
    const looks = cities.map((city) => ({ search: { city } }))
    const draws = message.includes('draw') && !text.includes('done: draw')
    const [only, ...more] = looks
    const action = draws
      ? { draw: {} }
      : only === undefined
        ? { reply: `Found ${found.join(' and ')}.` }
        : more.length === 0
          ? only
          : { calls: looks }
    const state_patch = draws ? {} : { last: cities[0] ?? found[0] ?? 'none' }
    const reply = JSON.stringify({ state_patch, action })
    return { text: reply, finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 }, model: 'clerk' }
  },
}

const reading: Agent<unknown> = agent({
  name: 'reading',
  model,
  instructions: 'Search.',
  state: {
    type: 'object',
    properties: { last: { type: 'string', maxLength: 20 } },
    additionalProperties: false,
  },
  initialState: {},
  onWarning: () => {},
  tools: {
    search: {
      description: 'Prices a city.',
      input: { type: 'object', properties: { city: { type: 'string', maxLength: 20 } }, required: ['city'] },
      execute: ({ city }) => `costs_${city as string}`,
    },
    draw: {
      description: 'Draws.',
      input: { type: 'object' },
      execute: () => ({
        parts: [
          { type: 'text', text: 'Drawn.' },
          { type: 'image', mediaType: 'image/png', data: 'RFJBVw==' },
        ],
      }),
    },
  },
})
export default reading
