import { type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Command, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from '@langchain/langgraph'
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt'
import { createAgent, humanInTheLoopMiddleware, type ReactAgent, toolStrategy } from 'langchain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ScriptedChatModel } from '../test/scripted-chat-model.ts'
import { stateChannels, stateMiddleware, stateNode } from './index.ts'

const state = z.object({ paid: z.number().default(0), note: z.string().max(40).default('') })

/** A clerk that pays what it is told to, and says how much it has paid. */
function clerk(): ScriptedChatModel {
  return new ScriptedChatModel(async (prompt) => {
    const [, amount] = /user says: Pay (\d+)/.exec(prompt) ?? []
    const [, done] = /\nResult: Paid (\d+)/.exec(prompt) ?? []
    const paid = Number(/"paid": ?(\d+)/.exec(prompt)?.[1] ?? 0) + Number(done ?? 0)
    const action =
      amount && !prompt.includes('\nResult: ')
        ? { pay: { amount: Number(amount) } }
        : { reply: `Paid ${paid} in all.` }
    return `\`\`\`json\n${JSON.stringify({ state_patch: done ? { paid } : {}, action })}\n\`\`\``
  })
}

const pay = tool(async ({ amount }: { amount: number }) => (amount === 13 ? failing() : `Paid ${amount}.`), {
  name: 'pay',
  description: 'Pays an amount.',
  schema: z.object({ amount: z.number() }),
})

function failing(): never {
  throw new Error('unlucky')
}

/** An agent of a new process: nothing but the checkpoints is shared. */
function start(checkpointer: MemorySaver): ReactAgent {
  const middleware = [
    humanInTheLoopMiddleware({ interruptOn: { pay: true } }),
    stateMiddleware({ state, onWarning: () => {} }),
  ] as const
  return createAgent({ model: clerk(), tools: [pay], middleware, checkpointer }) as unknown as ReactAgent
}

interface Snapshot {
  readonly values: { readonly messages: BaseMessage[]; readonly _skillSession?: unknown }
  readonly next: readonly string[]
  readonly config: object
}

/** What the types of `createAgent` do not say. */
interface Checkpointed {
  getState(config: object): Promise<Snapshot>
  getStateHistory(config: object): AsyncIterable<Snapshot>
}

const thread = { configurable: { thread_id: 'a' } }
const say = (text: string) => ({ messages: [new HumanMessage(text)] }) as never
const approve = new Command({ resume: { decisions: [{ type: 'approve' }] } }) as never
const last = ({ messages }: { readonly messages: BaseMessage[] }): string | undefined => messages.at(-1)?.text
const stateOf = (result: unknown) => (result as { skillState: unknown }).skillState

test('an interrupted run continues in another process from the checkpoint alone', async () => {
  const saver = new MemorySaver()
  await start(saver).invoke(say('Pay 30.'), thread)
  const result = await start(saver).invoke(approve, thread)
  expect([last(result), stateOf(result)]).toEqual(['Paid 30 in all.', { paid: 30, note: '' }])
  expect(result.messages.map(({ type }) => type)).toEqual(['human', 'ai', 'tool', 'ai'])
  await start(saver).invoke(say('Pay 12.'), thread)
  expect(last(await start(saver).invoke(approve, thread))).toBe('Paid 42 in all.')
})

test('a fork from an earlier checkpoint has the state of that time', async () => {
  const saver = new MemorySaver()
  const agent = start(saver)
  for (const amount of [1, 2]) {
    await agent.invoke(say(`Pay ${amount}.`), thread)
    await agent.invoke(approve, thread)
  }
  const history: Snapshot[] = []
  for await (const each of (agent as unknown as Checkpointed).getStateHistory(thread)) history.push(each)
  const early = history.find(
    ({ values, next }) => next.length === 0 && stateOf(values) && last(values) === 'Paid 1 in all.',
  )
  if (early === undefined) throw new Error('no checkpoint after the first payment')
  await agent.invoke(say('Pay 5.'), early.config)
  expect(last(await agent.invoke(approve, thread))).toBe('Paid 6 in all.')
})

test('another process repeats the last reply if nothing is new, from the checkpoint alone', async () => {
  const saver = new MemorySaver()
  await start(saver).invoke(say('Pay 30.'), thread)
  await start(saver).invoke(approve, thread)
  const result = await start(saver).invoke({ messages: [] } as never, thread)
  expect(result.messages.map(({ type }) => type)).toEqual(['human', 'ai', 'tool', 'ai', 'ai'])
  expect(last(result)).toBe('Paid 30 in all.')
})

test('another process shows the last messages, from the checkpoint alone', async () => {
  const checkpointer = new MemorySaver()
  const prompts: string[] = []
  const talk = async (text: string): Promise<void> => {
    const model = new ScriptedChatModel(async (prompt) => {
      prompts.push(prompt)
      return '{"state_patch": {}, "action": {"reply": "Good."}}'
    })
    const middleware = [stateMiddleware({ state, recent: 3, onWarning: () => {} })]
    await createAgent({ model, middleware, checkpointer }).invoke(say(text), thread)
  }
  for (const text of ['Hi.', 'How are you?', 'Bye.']) await talk(text)
  expect(prompts.at(-1)).toContain(
    '[earlier] agent: Good.\n[earlier] user: How are you?\n[earlier] agent: Good.\n\n',
  )
})

test('a step that a limit forbids ends in an empty reply, and says so', async () => {
  const middleware = [stateMiddleware({ state, limits: { session: { steps: 2 } }, onWarning: () => {} })]
  const agent = createAgent({ model: clerk(), tools: [pay], middleware, checkpointer: new MemorySaver() })
  await agent.invoke(say('Pay 30.'), thread)
  const { messages } = await agent.invoke(say('Pay 1.'), thread)
  const said = messages.filter(({ type }) => type === 'ai')
  expect(said.map(({ text, response_metadata }) => [text, response_metadata])).toEqual([
    ['', {}],
    ['Paid 30 in all.', {}],
    ['', { finish_reason: 'length' }],
  ])
})

test('two runs without a thread do not share a state', async () => {
  const agent = createAgent({
    model: clerk(),
    tools: [pay],
    middleware: [stateMiddleware({ state, onWarning: () => {} })],
  })
  const results = await Promise.all(['Pay 3.', 'Pay 4.'].map((text) => agent.invoke(say(text))))
  expect(results.map((result) => stateOf(result))).toEqual([
    { paid: 3, note: '' },
    { paid: 4, note: '' },
  ])
})

test('a checkpoint keeps the last step of the session', async () => {
  const saver = new MemorySaver()
  const agent = createAgent({
    model: clerk(),
    tools: [pay],
    middleware: [stateMiddleware({ state, onWarning: () => {} })],
    checkpointer: saver,
  })
  const sizes: number[] = []
  const snapshot = async (): Promise<Snapshot> => await (agent as unknown as Checkpointed).getState(thread)
  for (let turn = 0; turn < 24; turn += 1) {
    await agent.invoke(say(`Pay 1. ${'Please. '.repeat(200)}`), thread)
    sizes.push(JSON.stringify((await snapshot()).values._skillSession).length)
  }
  const ids = 24 * 60 // the session knows the ids of the last 50 messages
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(ids)
  // The message is there as it was sent, in the open turn and in the observation.
  expect(Math.max(...sizes)).toBeLessThan(8_000 + ids)
  expect(last((await snapshot()).values)).toBe('Paid 24 in all.')
})

test('a node takes the place of a model in an explicit graph', async () => {
  const model = clerk()
  const State = new StateSchema({ messages: MessagesValue, ...stateChannels.shape })
  const graph = new StateGraph(State)
    .addNode('agent', stateNode({ model, instructions: 'Pay.', tools: [pay], state, onWarning: () => {} }))
    .addNode('tools', new ToolNode([pay]))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', toolsCondition)
    .addEdge('tools', 'agent')
    .compile({ checkpointer: new MemorySaver() })
  await graph.invoke(say('Pay 30.'), thread)
  const result = await graph.invoke(say('Pay 13.'), thread)
  expect([last(result), stateOf(result)]).toEqual(['Paid 30 in all.', { paid: 30, note: '' }])
  expect(model.sent.map(({ messages }) => messages.length)).toEqual([2, 2, 2, 2])
  expect(model.sent.at(-1)?.messages.at(-1)?.text).toContain('unlucky')
})

test('answers by a tool as data, and goes on with the next message', async () => {
  const model = new ScriptedChatModel(async (prompt) => {
    const name = prompt.includes('user says: Data') ? 'answer' : 'update_state'
    const input = JSON.stringify(name === 'answer' ? { sum: 3 } : { note: 'Hi' })
    return { text: name === 'answer' ? '' : 'Hello.', calls: [{ name, input }] }
  })
  const agent = createAgent({
    model,
    middleware: [stateMiddleware({ state, onWarning: () => {} })],
    responseFormat: toolStrategy(z.object({ sum: z.number() }).meta({ title: 'answer' })),
    checkpointer: new MemorySaver(),
  })
  expect(await agent.invoke(say('Data'), thread)).toMatchObject({ structuredResponse: { sum: 3 } })
  expect(model.sent[0]).toMatchObject({ tools: ['answer', 'read_result', 'update_state'], toolChoice: 'any' })
  expect(last(await agent.invoke(say('Hi'), thread))).toBe('Hello.')
  expect(model.sent).toHaveLength(2)
})
