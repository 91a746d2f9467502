/**
 * Installs the packages that the policies follow into a temporary folder, drives them with random conversations and
 * options, and compares. Give other versions to see what a new one changes. Needs npm and its registry.
 *
 *   pnpm policies:drive [--seed N] [--cases N] [--to FOLDER] [langchain@VERSION …]
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  countTokens,
  groupResults,
  type ModelMessage,
  mastraTokens,
  type Part,
  type ReasonedMessage,
  toModelMessages,
} from '@skill-state/policies'
import fc from 'fast-check'
import { mastraPrompt } from './_check-prompts.ts'
import { conversations, options } from './_random-cases.ts'
import { verify } from './verify.ts'

const pinned = [
  'langchain@1.5.14',
  '@langchain/core@1.4.0',
  '@langchain/langgraph@1.7.3',
  'ai@7.0.173',
  '@mastra/core@1.71.0',
  'zod@4.6.7',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    cases: { type: 'string', default: '300' },
    to: { type: 'string', default: mkdtempSync(join(tmpdir(), 'policies-')) },
  },
})
const seed = Number(values.seed)
const cases = Number(values.cases)
mkdirSync(values.to, { recursive: true })
const nameOf = (packageName: string): string => packageName.slice(0, packageName.indexOf('@', 1))
const asked = new Map([...pinned, ...positionals].map((each) => [nameOf(each), each]))
writeFileSync(join(values.to, 'package.json'), '{ "private": true, "type": "module" }\n')
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', ...asked.values()], {
  cwd: values.to,
  stdio: 'inherit',
})
copyFileSync(new URL('record-real.mjs', import.meta.url), join(values.to, 'record-real.mjs'))

const told = fc.sample(conversations, { seed, numRuns: cases })
const rows = Object.entries(options).flatMap(([policy, arbitrary], at) =>
  fc.sample(arbitrary, { seed: seed + at, numRuns: cases }).map((chosen, conv) => {
    const messages = told[conv] ?? []
    const given = conv % 4 === 0 ? atTheLimit(policy, messages, chosen as object, conv) : chosen
    return { conv: String(conv), policy, options: given, ...variantOf(policy, conv, messages) }
  }),
)
const vectors = execFileSync('node', ['record-real.mjs'], {
  cwd: values.to,
  input: rows.map((row) => JSON.stringify(row)).join('\n'),
  maxBuffer: 2 ** 31 - 1,
})
writeFileSync(join(values.to, 'vectors.jsonl'), vectors)
const neutral = told.map((messages, id) =>
  JSON.stringify({ id: String(id), messages: messages.map(neutralOf) }),
)
writeFileSync(join(values.to, 'conversations.jsonl'), `${neutral.join('\n')}\n`)
process.stdout.write(`seed ${seed}, ${cases} cases of each policy, recorded in ${values.to}\n`)
if (!verify([join(values.to, 'vectors.jsonl')], (line) => process.stdout.write(`${line}\n`)))
  process.exitCode = 1

/** What a case says beside its options: which mapping, and the messages as the real package takes them. */
function variantOf(policy: string, number: number, messages: readonly ReasonedMessage[]): object {
  const isOdd = number % 2 === 1
  if (policy === 'aisdk.pruneMessages') {
    const single = toModelMessages(messages)
    if (number % 3 === 0) {
      const own = withApprovals(single)
      return { own, prompt: own }
    }
    return isOdd
      ? { mapping: 'grouped', prompt: groupResults(single) }
      : { mapping: 'single', prompt: single }
  }
  if (policy.startsWith('mastra.')) {
    const isFilter = policy === 'mastra.toolCallFilter'
    const mapping = isOdd ? (isFilter ? 'grouped-model-output' : 'grouped-json') : 'grouped'
    const prompt = mastraPrompt(messages, mapping)
    const firstCallSaw = isFilter && number % 3 === 0 ? { firstCallSaw: Math.floor(prompt.length / 2) } : {}
    return { mapping, prompt, ...firstCallSaw }
  }
  const replies = [
    ' It is done.\n',
    { throws: 'overloaded' },
    [
      { type: 'text', text: ' one ' },
      { type: 'text', text: 'two ' },
    ],
  ]
  return { messages, ...(policy === 'langchain.summarization' && { summariserReply: replies[number % 3] }) }
}

/** A message as vectors write conversations. */
function neutralOf({ role, content, calls, callId, tool, error, reasoning }: ReasonedMessage): object {
  const args = calls?.map(({ id, name, arguments: args }) => ({ id, name, args }))
  return { role, text: content, calls: args, callId, name: tool, isError: error, reasoning }
}

/** Options whose limit is the very size of the conversation, or one off. */
function atTheLimit(
  policy: string,
  messages: readonly ReasonedMessage[],
  some: object,
  number: number,
): object {
  const off = (number / 4) % 3
  const exact = { tokens: Math.max(1, countTokens(messages) + off - 1) }
  if (policy === 'langchain.clearToolUses') return { edits: [{ trigger: exact, keep: { messages: off } }] }
  if (policy === 'langchain.summarization') return { trigger: exact, keep: { messages: off } }
  if (policy === 'langchain.trimMessages') {
    return { maxTokens: exact.tokens, tokenCounter: 'approx', strategy: off === 0 ? 'first' : 'last' }
  }
  if (policy !== 'mastra.tokenLimiter') return some
  const mapping = number % 2 === 1 ? 'grouped-json' : 'grouped'
  const all = mastraPrompt(messages, mapping).reduce((sum, message) => sum + mastraTokens(message), 24)
  return { ...some, limit: [Math.floor(all), Math.ceil(all), all][off] }
}

/** Every second call asks for approval, and every fourth gets it, after the results of its step. */
function withApprovals(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  let count = 0
  let answers: Part[] = []
  return messages.flatMap((message): readonly ModelMessage[] => {
    if (message.role === 'tool' || typeof message.content === 'string') return [message]
    const due = answers.length > 0 ? [{ role: 'tool', content: answers } as const] : []
    answers = []
    const content = message.content.flatMap((part): readonly Part[] => {
      if (part.type !== 'tool-call' || ++count % 2 === 1) return [part]
      const approvalId = `approval_${count}`
      if (count % 4 === 0) answers.push({ type: 'tool-approval-response', approvalId })
      return [part, { type: 'tool-approval-request', approvalId, toolCallId: part.toolCallId }]
    })
    return [...due, { ...message, content }]
  })
}
