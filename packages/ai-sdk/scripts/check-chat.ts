/**
 * Drives a `useChat` page with a state behind it in Chromium: streamed text, an approval over a reload, and a reload in
 * the middle of an episode. Prints what it saw, and fails if it saw anything else.
 *
 *     pnpm check:chat [CHROMIUM]
 *
 * Installs the packages of the page into a temporary folder (60 MB).
 */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type AnySchema, memorySessions } from '@skill-state/agent'
import { embeddedAgent } from '@skill-state/agent/embedded'
import { simulateReadableStream, type ToolSet, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { build } from 'vite'
import { z } from 'zod'
import { stateAgent } from '../src/index.ts'
import { serveChat } from './_chat-server.ts'

const PACKAGES = [
  'playwright-core@1.65.1',
  'react@19.3.1',
  'react-dom@19.3.1',
  'ai@7.0.173',
  '@ai-sdk/react@4.0.177',
]
const [executablePath = '/usr/bin/chromium'] = process.argv.slice(2)
if (!existsSync(executablePath)) {
  process.stdout.write(`useChat page: left out, there is no ${executablePath}\n`)
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), 'skill-state-chat-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...PACKAGES], {
  cwd: folder,
})
const load = createRequire(join(folder, 'package.json'))

const world = { searched: 0, booked: 0 }
/** Closed while the model must not answer. */
const gate = { open: true, waits: 0 }

const skill = embeddedAgent({
  state: z.object({
    city: z.string().max(20).default(''),
    bookings: z.array(z.string().max(5)).max(5).default([]),
  }),
  sessions: memorySessions(),
  toolCalls: 'text', // the form in which the model below writes
})
const agent = stateAgent<ToolSet, AnySchema>({
  model: scriptedModel(),
  instructions: 'You book flights.',
  skill,
  toolApproval: { book: 'user-approval' },
  tools: {
    search: tool({
      description: 'Lists flights.',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => {
        world.searched += 1
        return `Flights to ${city}: F1.`
      },
    }),
    book: tool({
      description: 'Books a flight.',
      inputSchema: z.object({ flight: z.string() }),
      execute: async ({ flight }) => {
        world.booked += 1
        return `Booked ${flight}.`
      },
    }),
  },
})

const server = await serveChat(agent, await bundle())
const { chromium } = load('playwright-core')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', (error: Error) => problems.push(error.message))
  const shows = (text: string): Promise<unknown> =>
    page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`)
  const say = async (text: string): Promise<void> => {
    await page.fill('input', text)
    await page.click('#send')
  }
  await page.goto(server.address)
  await page.waitForSelector('#send')
  await page.evaluate(`{
    window.lengths = new Set()
    new MutationObserver(() => lengths.add(document.querySelector('p.assistant span')?.innerText.length ?? 0))
      .observe(document.body, { childList: true, subtree: true, characterData: true })
  }`)

  await say('A flight to Rome, please.')
  await shows('F1 is the cheapest flight to the city that you named.')
  const lengths = (await page.evaluate('[...lengths].filter((length) => length > 0)')) as number[]
  assert.ok(lengths.length > 3, `the text grew in ${lengths.length} pieces`)
  console.log(`streamed text: seen at ${lengths.length} lengths`)

  await say('Book F1.')
  await page.waitForSelector('.approve')
  assert.equal(world.booked, 0)
  await page.reload()
  await page.waitForSelector('.approve')
  await page.click('.approve')
  await shows('It is booked.')
  assert.equal(world.booked, 1)
  console.log('approval: asked, kept over a reload, executed once')

  await say('Book F1.')
  await page.waitForSelector('.deny')
  await page.click('.deny')
  await shows('Then not.')
  assert.equal(world.booked, 1)
  console.log('denial: told to the agent, nothing executed')

  gate.open = false
  await say('A flight to Oslo, please.')
  while (gate.waits === 0) await page.waitForTimeout(20)
  assert.equal(world.searched, 2)
  await page.reload()
  await page.waitForSelector('#continue')
  assert.ok(!(await page.evaluate('document.body.innerText')).includes('Oslo: F1'))
  gate.open = true
  const told = async (): Promise<number> =>
    Number(await page.evaluate(`document.body.innerText.split('F1 is the cheapest').length - 1`))
  for (let tries = 0; tries < 100 && (await told()) < 2; tries += 1) {
    await page.reload()
    await page.waitForTimeout(200)
  }
  assert.equal(await told(), 2)
  assert.equal(world.searched, 2)
  console.log('reload in mid-episode: the turn ended without its reader, no tool executed twice')

  const session = await skill.open('ada')
  assert.deepEqual(session.state, { city: 'Oslo', bookings: ['F1'] })
  assert.deepEqual(problems, [])
  console.log('state:', JSON.stringify(session.state))
} finally {
  await browser.close()
  server.close()
}

function scriptedModel(): MockLanguageModelV4 {
  const decide = (observation: string): readonly [object, object] => {
    const [, result = ''] = /Result: (.*)/.exec(observation) ?? []
    if (result.includes('Flights to'))
      return [{}, { reply: 'F1 is the cheapest flight to the city that you named.' }]
    if (result.includes('denied')) return [{}, { reply: 'Then not.' }]
    const city = /says: A flight to (\w+)/.exec(observation)?.[1]
    if (city && result === '') return [{ city }, { search: { city } }]
    if (result === '') return [{ bookings: ['F1'] }, { book: { flight: 'F1' } }]
    return [{}, { reply: 'It is booked.' }]
  }
  return new MockLanguageModelV4({
    async doStream({ prompt }) {
      const sent = JSON.stringify(prompt.at(-1)?.content)
      const observation = /Latest Observation: (.*?)Provide/.exec(sent)?.[1] ?? ''
      if (!gate.open && observation.includes('Oslo: F1')) {
        gate.waits += 1
        while (!gate.open) await setTimeout(20)
      }
      const [state_patch, action] = decide(observation)
      const text = `\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``
      const pieces = text.match(/[\s\S]{1,6}/g) ?? []
      const usage = {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      }
      return {
        stream: simulateReadableStream({
          initialDelayInMs: 0,
          chunkDelayInMs: 15,
          chunks: [
            { type: 'stream-start', warnings: [] } as const,
            { type: 'text-start', id: '1' } as const,
            ...pieces.map((delta) => ({ type: 'text-delta', id: '1', delta }) as const),
            { type: 'text-end', id: '1' } as const,
            { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage } as const,
          ],
        }),
      }
    },
  })
}

/** The page's script with its packages. It is put beside them, so that they are found. */
async function bundle(): Promise<string> {
  const page = readFileSync(new URL('chat-page.html', import.meta.url), 'utf8')
  const entry = join(folder, 'chat-page.js')
  writeFileSync(entry, page.slice(page.indexOf('<script type="module">') + 22, page.lastIndexOf('</script>')))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'esnext', lib: { entry, formats: ['es'] } },
  })
  const [result] = built as readonly { readonly output: readonly { readonly code?: string }[] }[]
  return result?.output[0]?.code ?? ''
}
