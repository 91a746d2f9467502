// A program that speaks the wire of docs/wire.md: `agent` is a runtime, anything else an environment of one step. What
// the word names is wrong with the answer to its step.
import { createInterface } from 'node:readline'

const [mode = 'sound'] = process.argv.slice(2)
const schema = { type: 'object', properties: { said: { type: 'string' } } }
const environment = {
  wire: mode === 'version' ? 2 : 1,
  timeoutMs: mode === 'hangs' ? 300 : 60_000,
  id: `${mode}@1`,
  instructions: 'Say go.',
  schema,
  initialState: {},
  noop: 'wait',
  player: true,
  tasks: mode === 'named' ? [{ id: 'easy' }, { id: 'hard', parameters: { doors: 3 } }] : undefined,
}
let lastPrompt = ''
const steps = {
  sound: () => ({ text: 'Gone.', done: true, expectedState: {} }),
  waits: () => undefined,
  environment: () => ({ text: Object.keys(process.env).join(' '), done: true }),
  dies: () => {
    throw new Error('the roof fell in')
  },
  hangs: () => undefined,
  garbage: () => 'Hello \u001b[2J',
  long: () => 'x'.repeat(1_500_000),
  deep: () => `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  shape: () => ({ text: 5, done: true }),
  number: () => '{"text": "x", "done": true, "reward": NaN}',
  twice: () => '{"text": "x", "done": true}\n{"text": "x", "done": true}',
}
const answers = {
  describe: () => (mode === 'agent' ? { wire: 1, reply: 'Action: {action}' } : environment),
  decide: () => ({ patch: { said: 'go' }, action: 'go' }),
  reset: () => ({ text: 'Ready?', done: false }),
  step: () => steps[mode](),
  outcome: () => ({ reward: 1, metrics: { steps: 1 } }),
  start: (given) => {
    lastPrompt = `Instructions:\n${given.instructions}\n\nHistory:\n\nLatest Observation: `
    return { ready: true }
  },
  observation: ({ text }) => ({
    prompt: `${lastPrompt}${text}\nGenerate your next reasoning and action (format 'Action: <cmd>'):`,
  }),
  reply: (text) => {
    const action = /^Action: (.+)$/m.exec(text)?.[1]
    return action === undefined ? { reject: 'no action' } : { action, state: { last: action } }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const [[method, given]] = Object.entries(JSON.parse(line))
  const answer = answers[method](given)
  if (answer !== undefined)
    process.stdout.write(`${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n`)
}
