/**
 * Asks the search of the built site what people ask, in their words, and counts the questions whose page is among the first
 * three results.
 *
 *   node docs/scripts/check-search.ts [--all]      --all also shows what was found for each question
 *
 * Exit code 1 if fewer than 54 of the 60 of a list are answered.
 */
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { miniSearch } from '../.vitepress/_search.ts'

/** A question, and the pages that answer it. */
const questions: readonly (readonly [question: string, ...pages: string[]])[] = [
  ['memory', '/comparison', '/agent', '/guides/schema'],
  ['long term memory across conversations', '/comparison'],
  ['how do I start', '/agent'],
  ['install', '/agent', '/guides/own-loop', '/start/contributor'],
  ['human in the loop', '/guides/chat'],
  ['approve a tool call before it runs', '/guides/chat', '/agent'],
  ['thread', '/comparison', '/guides/web-server', '/guides/langchain', '/guides/from-langchain'],
  ['checkpoint', '/comparison', '/guides/web-server', '/state-core'],
  ['delete a user', '/guides/delete-data'],
  ['GDPR', '/guides/delete-data'],
  ['right to be forgotten', '/guides/delete-data'],
  ['deploy', '/guides/deploy'],
  ['docker', '/guides/deploy'],
  ['health check', '/guides/deploy'],
  ['kubernetes graceful shutdown', '/guides/deploy'],
  ['backup and restore sessions', '/guides/deploy'],
  ['cancel a running turn', '/guides/stop-retry-limits', '/agent'],
  ['limit the cost', '/guides/stop-retry-limits', '/guides/costs'],
  ['rate limit 429', '/guides/stop-retry-limits', '/models'],
  ['timeout of a tool', '/agent', '/guides/stop-retry-limits'],
  ['migrate the schema', '/guides/change-state'],
  ['rename a field of the state', '/guides/change-state'],
  ['compaction', '/arena', '/comparison', '/guides/coding-agents'],
  ['mem0', '/comparison'],
  ['letta', '/comparison'],
  ['langgraph alternative', '/comparison', '/guides/from-langchain'],
  ['when not to use', '/limits'],
  ['disadvantages', '/limits'],
  ['does it really work', '/claims'],
  ['reproduce the paper', '/claims', '/start/researcher', '/benchmarks'],
  ['testing', '/guides/test-your-agent'],
  ['mock the llm', '/guides/test-your-agent'],
  ['regression test against last release', '/guides/regress'],
  ['streaming', '/guides/chat', '/guides/web-server', '/guides/browser-client'],
  ['sse endpoint', '/guides/web-server', '/guides/browser-client'],
  ['next.js', '/guides/web-server', '/guides/ai-sdk', '/guides/browser-client'],
  ['postgres', '/guides/web-server', '/guides/deploy'],
  ['where are conversations stored', '/guides/web-server'],
  ['two requests at the same time', '/guides/web-server'],
  ['what happens after a crash', '/agent', '/reliability', '/guides/test-your-agent', '/agent-skills'],
  ['exactly once', '/reliability'],
  ['idempotency key', '/guides/web-server', '/reliability', '/agent'],
  ['use claude', '/guides/real-model', '/agent'],
  ['ollama local model', '/guides/real-model', '/models'],
  ['api key', '/guides/real-model', '/models', '/guides/deploy'],
  ['createModel', '/guides/real-model'],
  ['custom llm client', '/guides/real-model'],
  ['see the prompt', '/guides/what-the-model-sees'],
  ['prompt injection', '/security'],
  ['the agent forgets things', '/troubleshooting'],
  ['journal-conflict', '/troubleshooting', '/guides/web-server'],
  ['error invalid json reply', '/troubleshooting'],
  ['import existing chat history', '/guides/adopt'],
  ['context window too long', '/agent', '/guides/what-the-model-sees', '/comparison'],
  ['prompt caching price', '/guides/costs', '/models'],
  ['opentelemetry tracing', '/agent'],
  ['multi agent', '/agent'],
  ['mcp server', '/guides/serve', '/agent-skills'],
  ['undo a step', '/agent', '/state-core'],
  ['is it production ready', '/releases', '/claims'],
]

/** The same things and others, asked by people who did not see the first list. */
const others: readonly (readonly [question: string, ...pages: string[]])[] = [
  ['getting started', '/agent', '/start/engineer', '/index'],
  ['quickstart', '/agent', '/start/engineer', '/start/researcher', '/index'],
  ['npm create', '/agent', '/start/engineer'],
  ['try it online', '/playground'],
  ['demo', '/playground'],
  ['add a tool', '/agent'],
  ['function calling', '/agent', '/models'],
  ['parallel tool calls', '/agent'],
  ['images', '/agent', '/guides/real-model', '/models'],
  ['send a PDF', '/agent', '/models'],
  ['structured output', '/agent', '/models'],
  ['react hook', '/guides/browser-client'],
  ['useChat', '/guides/ai-sdk', '/guides/from-ai-sdk', '/guides/browser-client'],
  ['vercel ai sdk', '/guides/ai-sdk', '/guides/from-ai-sdk'],
  ['mastra', '/guides/mastra'],
  ['langchain', '/guides/langchain', '/guides/from-langchain'],
  ['openai agents sdk', '/guides/openai-agents'],
  ['python', '/guides/extend', '/guides/own-loop', '/wire', '/limits', '/troubleshooting', '/trace-format'],
  ['cloudflare workers', '/guides/outgrow-one-machine'],
  ['durable objects', '/guides/outgrow-one-machine'],
  ['restate', '/guides/outgrow-one-machine'],
  ['temporal', '/guides/outgrow-one-machine', '/comparison'],
  ['background worker queue', '/guides/outgrow-one-machine', '/guides/deploy', '/workers'],
  ['scale to many servers', '/guides/outgrow-one-machine', '/guides/deploy'],
  ['serverless', '/guides/outgrow-one-machine', '/guides/deploy', '/guides/web-server'],
  ['secrets in the log', '/security'],
  ['encrypt sessions', '/security', '/guides/deploy', '/guides/delete-data'],
  ['audit log of what the agent did', '/agent', '/audit', '/viewer'],
  ['why did the agent do that', '/agent', '/viewer', '/state-core'],
  ['debug a conversation', '/viewer', '/troubleshooting', '/agent'],
  ['replay a session', '/guides/regress', '/viewer', '/agent', '/state-core'],
  ['fork a conversation', '/agent', '/state-core'],
  ['retry failed tool', '/guides/stop-retry-limits', '/agent'],
  ['max steps', '/guides/stop-retry-limits', '/agent'],
  ['infinite loop', '/guides/stop-retry-limits', '/troubleshooting', '/agent'],
  ['stop button', '/guides/stop-retry-limits', '/guides/browser-client', '/guides/chat', '/agent'],
  ['the user changes their mind', '/agent', '/guides/chat'],
  ['reload the page while the agent answers', '/guides/browser-client'],
  ['token usage', '/guides/costs', '/models', '/agent'],
  ['how much will it cost', '/guides/costs'],
  ['bill too high', '/guides/costs'],
  ['model prices', '/guides/costs', '/models'],
  ['gemini', '/guides/real-model', '/models'],
  ['azure openai', '/guides/real-model', '/models'],
  ['openrouter', '/guides/real-model', '/models'],
  ['fallback model', '/models', '/guides/real-model', '/guides/stop-retry-limits'],
  ['recorded replies in CI', '/guides/test-your-agent', '/models', '/guides/regress'],
  ['zod schema', '/guides/schema', '/state-core', '/agent'],
  ['how big can the state get', '/guides/schema', '/state-core', '/limits'],
  ['state is not updated', '/troubleshooting', '/guides/what-the-model-sees', '/guides/schema'],
  ['SKILL.md', '/agent-skills'],
  ['claude code skill', '/agent-skills', '/guides/coding-agents'],
  ['run a shell command safely', '/agent-skills', '/security'],
  ['sandbox', '/agent-skills', '/security'],
  ['claude code forgets after compact', '/guides/coding-agents'],
  ['compare with transcript', '/arena', '/comparison', '/claims', '/benchmarks', '/algorithm'],
  ['benchmark my own agent', '/suites', '/create-env', '/guides/extend', '/benchmarks'],
  ['tau-bench', '/tau-bench', '/tau3-bench'],
  ['upgrade to a new version', '/releases', '/guides/change-state', '/guides/regress'],
  ['license', '/dependencies', '/releases', '/index'],
]

interface Found {
  readonly id: string
}
const docs = fileURLToPath(new URL('..', import.meta.url))
const MiniSearch = createRequire(createRequire(import.meta.url).resolve('vitepress'))('minisearch')
const [file = ''] = globSync('.vitepress/dist/assets/chunks/@localSearchIndexroot.*.js', { cwd: docs })
const { default: text } = await import(docs + file)
const index: { search(text: string): readonly Found[] } = MiniSearch.loadJSON(text, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: miniSearch.searchOptions,
  ...miniSearch.options,
})

for (const [name, list] of Object.entries({ questions, others })) {
  let answered = 0
  for (const [question, ...pages] of list) {
    const first = index.search(question).slice(0, 3)
    const right = first.some(({ id }) => pages.includes(id.replace(/#.*/, '')))
    if (right) answered += 1
    if (!right || process.argv.includes('--all')) {
      console.log(`${right ? 'found  ' : 'MISSING'} ${question}: ${first.map(({ id }) => id).join(', ')}`)
    }
  }
  console.log(`search, ${name}: ${answered} of ${list.length} are answered by the first three results`)
  if (answered < 54) process.exitCode = 1
}
