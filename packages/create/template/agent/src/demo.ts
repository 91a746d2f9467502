// In the place of your systems and of a language model, until you have put them here.
import { honest } from '@skill-state/models'
import { type Model, promptText } from '@skill-state/protocol'

/** What the tools work on. */
export interface Shop {
  lookUp(order: string): Promise<string>
  /** Pays back once for each key, also if it is called again after a crash. */
  refund(order: string, key: string): Promise<string>
}

export function demoShop(): Shop & { readonly refunds: ReadonlyMap<string, string> } {
  const refunds = new Map<string, string>()
  return {
    refunds,
    lookUp: async (order) => (order === 'W7' ? 'W7 is on its way.' : `${order} is not known.`),
    refund: async (order, key) => {
      refunds.set(key, order)
      return `${order} is paid back.`
    },
  }
}

/** A few rules in the place of a language model. It decides by what its prompt shows, and `honest` checks that. */
export const demoModel: Model = honest(
  {
    id: 'demo',
    generate: async ({ prompt }) => ({
      text: JSON.stringify(decisionOn(newestOf(promptText(prompt)))),
      finishReason: 'stop',
      usage: {},
      model: 'demo',
    }),
  },
  {
    words: [
      'state_patch action reply look_up refund order orders customer',
      'Which order do you mean? Good day, ',
    ],
  },
)

function newestOf(prompt: string): string {
  const [, observation = ''] = /Latest Observation: ([\s\S]*?)\n\nProvide/.exec(prompt) ?? []
  return observation.slice(observation.lastIndexOf('\nResult: ') + 1)
}

function decisionOn(newest: string): object {
  const [, name] = /I am (\w+)/.exec(newest) ?? []
  const [, result, known] = /^Result: ((\w+) is [^\n]*)/.exec(newest) ?? []
  const [order] = /\bW\d+\b/.exec(newest) ?? []
  if (result !== undefined && known !== undefined)
    return { state_patch: { orders: { [known]: result } }, action: { reply: result } }
  if (newest.startsWith('Result: '))
    return { state_patch: {}, action: { reply: newest.slice('Result: '.length) } }
  const state_patch = name === undefined ? {} : { customer: name }
  if (order !== undefined)
    return { state_patch, action: /refund/i.test(newest) ? { refund: { order } } : { look_up: { order } } }
  return {
    state_patch,
    action: {
      reply: name === undefined ? 'Which order do you mean?' : `Good day, ${name}. Which order do you mean?`,
    },
  }
}
