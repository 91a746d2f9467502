// Runs in a folder of its own with the real packages, which `drive.ts` installs. Reads cases as JSON lines from standard
// input and writes each with what the real package sends.
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'

/** Packages of the folder that this file is copied to, not of the workspace. */
const load = (name) => import(name)
const { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } =
  await load('@langchain/core/messages')
const { TokenLimiterProcessor, ToolCallFilter } = await load('@mastra/core/processors')
const { pruneMessages } = await load('ai')
const { ClearToolUsesEdit, countTokensApproximately, summarizationMiddleware } = await load('langchain')

console.warn = () => {}

const counters = {
  approx: countTokensApproximately,
  messages: (messages) => messages.length,
  chars: (messages) => messages.reduce((sum, { content }) => sum + textOf(content, '').length, 0),
}

const policies = {
  async 'langchain.clearToolUses'({ options, messages }) {
    const list = messages.map((message) => langchainOf(message))
    for (const edit of options.edits) {
      const model = { profile: { maxInputTokens: options.modelMaxInputTokens } }
      await new ClearToolUsesEdit(edit).apply({
        messages: list,
        model,
        countTokens: countTokensApproximately,
      })
    }
    return { sent: list.map(neutralOf), tokensAfter: countTokensApproximately(list) }
  },
  async 'langchain.summarization'({ options, messages, summariserReply }) {
    const { modelMaxInputTokens, ...settings } = options
    let summariserPrompt = null
    const model = {
      profile: { maxInputTokens: modelMaxInputTokens },
      async invoke(prompt) {
        summariserPrompt = {
          sha256: createHash('sha256').update(prompt).digest('hex'),
          length: prompt.length,
        }
        if (summariserReply.throws !== undefined) throw new Error(summariserReply.throws)
        return { content: summariserReply }
      },
    }
    const list = messages.map((message) => langchainOf(message))
    const { beforeModel } = summarizationMiddleware({ ...settings, model })
    const update = await (beforeModel.hook ?? beforeModel)({ messages: list }, { context: {} })
    const sent = update === undefined ? list : update.messages.slice(1)
    return { sent: sent.map(neutralOf), tokensAfter: countTokensApproximately(sent), summariserPrompt }
  },
  async 'langchain.trimMessages'({ options, messages }) {
    const { mapping, tokenCounter, textSplitter, ...settings } = options
    const list = messages.map((message) => langchainOf(message, mapping))
    const sent = await trimMessages(list, {
      ...settings,
      tokenCounter: counters[tokenCounter],
      ...(textSplitter && { textSplitter: (text) => text.split(/(?<=[.!?] )/) }),
    })
    const inputChanged = list.flatMap((message, i) => {
      const before = textOf(langchainOf(messages[i], mapping).content)
      const text = textOf(message.content)
      return text === before ? [] : [{ i, text }]
    })
    return {
      sent: sent.map((message) => message && neutralOf(message)),
      ...(inputChanged[0] && { inputChanged }),
    }
  },
  async 'aisdk.pruneMessages'({ options, prompt }) {
    return { sent: pruneMessages({ messages: prompt, ...options }) }
  },
  async 'mastra.tokenLimiter'({ options, prompt }) {
    return { sent: await limited(prompt, options) }
  },
  async 'mastra.toolCallFilter'({ options, prompt, firstCallSaw }) {
    const [filterOptions, limiter] = [options].flat()
    const filter = new ToolCallFilter(filterOptions)
    const state = {}
    const call = async (some) => (await filter.processLLMRequest({ prompt: some, state }))?.prompt ?? some
    const first = firstCallSaw === undefined ? {} : { first: await call(prompt.slice(0, firstCallSaw)) }
    const sent = await call(prompt)
    return { ...first, sent: limiter === undefined ? sent : await limited(sent, limiter) }
  },
}

async function limited(prompt, options) {
  return (await new TokenLimiterProcessor(options).processLLMRequest({ prompt }))?.prompt ?? prompt
}

function langchainOf({ role, content: text, calls = [], callId, tool, error }, mapping) {
  const hasBlocks = mapping === 'blocks' && (role === 'user' || role === 'assistant') && text.includes('\n')
  const content = hasBlocks ? text.split('\n').map((line) => ({ type: 'text', text: line })) : text
  if (role === 'system') return new SystemMessage({ content })
  if (role === 'user') return new HumanMessage({ content })
  if (role === 'tool') {
    return new ToolMessage({
      content,
      tool_call_id: callId,
      ...(tool && { name: tool }),
      status: error ? 'error' : 'success',
    })
  }
  const tool_calls = calls.map(({ id, name, arguments: args }) => ({ name, args, id, type: 'tool_call' }))
  return new AIMessage({ content, tool_calls })
}

function neutralOf(message) {
  const role = { human: 'user', ai: 'assistant' }[message.getType()] ?? message.getType()
  const calls = message.tool_calls?.map(({ id, name, args }) => ({ id, name, args }))
  const text = textOf(message.content)
  if (role === 'tool')
    return { role, text, callId: message.tool_call_id, ...(message.name && { name: message.name }) }
  return { role, text, ...(calls?.length > 0 && { calls }) }
}

function textOf(content, between = '\u241e') {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join(between)
}

for await (const line of createInterface({ input: process.stdin })) {
  const { messages, prompt, ...row } = JSON.parse(line)
  const outcome = await policies[row.policy]({ ...row, messages, prompt }).catch((error) => {
    const { name, message, options } = error
    const metadata = options?.metadata ?? error.metadata
    return { error: { name, message, ...(metadata && { metadata }) } }
  })
  process.stdout.write(`${JSON.stringify({ ...row, ...outcome })}\n`)
}
