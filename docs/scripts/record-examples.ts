/**
 * Makes the recordings of `docs/examples/recordings` anew: the examples' adapters and SDKs ask a server on loopback,
 * which answers in the formats of OpenAI and Anthropic with the replies below. No provider is asked.
 *
 *   node --conditions=@skill-state/source docs/scripts/record-examples.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveReplies } from './_loopback.ts'

/** Part of the record, so always the same. */
const PORT = 18_080

const strict = (reasoning: string, operation: object, action: string): string =>
  JSON.stringify({ reasoning, state_patch: [operation], action })

const examples = {
  openai: [
    strict('The red bag is the first.', { op: 'set', path: '/bags/Ada', value: 'red bag' }, 'Shelf 1'),
    strict('Shelf 1 is taken.', { op: 'set', path: '/bags/Bo', value: 'green bag' }, 'Shelf 2'),
    strict('Ada handed in the red bag.', { op: 'delete', path: '/bags/Ada', value: null }, 'Give red bag'),
  ],
  anthropic: [
    'The first bag.\n\n```json\n{"state_patch": {"bags": {"Ada": "red bag"}}, "action": "Shelf 1"}\n```',
    'A list is natural here.\n\n```json\n{"state_patch": {"bags": ["green bag"]}, "action": "Shelf 2"}\n```',
    'By guest, then.\n\n```json\n{"state_patch": {"bags": {"Bo": "green bag"}}, "action": "Shelf 2"}\n```',
    'Hers is red.\n\n```json\n{"state_patch": {"bags": {"Ada": null}}, "action": "Give red bag"}\n```',
  ],
}

const folder = fileURLToPath(new URL('../examples', import.meta.url))
for (const [provider, replies] of Object.entries(examples)) {
  rmSync(`${folder}/recordings/${provider}`, { recursive: true, force: true })
  const server = await serveReplies(PORT, replies)
  const example = spawn(
    process.execPath,
    ['--conditions=@skill-state/source', `${folder}/with-${provider}.ts`],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: `http://127.0.0.1:${PORT}/v1`,
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${PORT}`,
      },
    },
  )
  const [code] = await once(example, 'exit')
  server.close()
  if (code !== 0) process.exitCode = 1
}
