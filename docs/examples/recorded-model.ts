import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { providerModel, recording, replay, scripted } from '@skill-state/models'

// Any model will do: recording(await providerModel('openai:gpt-5'), folder) keeps what it was asked and answered.
const folder = mkdtempSync(join(tmpdir(), 'recorded-'))
const recorded = recording(scripted(['North.']), folder)
console.log((await recorded.generate({ prompt: 'Where to?' })).text)

// The same answers without a server or a key, and a clear error for what was never asked.
const replayed = replay(folder)
const { text, replayed: from } = await replayed.generate({ prompt: 'Where to?' })
console.log(text, from)
await replayed.generate({ prompt: 'Why?' }).catch(({ code }) => console.log(code))

// What is known of a model before anything is sent: what a limit of cost is computed from.
const options = { apiKey: 'never-sent', maxOutputTokens: 2_000 }
const { settings, capabilities } = await providerModel('anthropic:claude-sonnet-4-6', options)
console.log(settings?.host, capabilities?.maxOutputTokens, JSON.stringify(capabilities?.prices))
