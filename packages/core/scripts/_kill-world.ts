// What the kill test runs: a deterministic episode whose effects and prompts are lines of files.
import { hash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Environment,
  type JsonObject,
  type Model,
  type Observation,
  promptText,
  type Skill,
} from '@skill-state/protocol'
import { openFileJournal } from '../src/journal/file.ts'
import type { JournalStore } from '../src/journal/index.ts'
import type { CommitMode } from '../src/journal/journal.ts'
import { openSqliteJournal } from '../src/journal/sqlite.ts'
import { layouts } from '../src/layouts/index.ts'
import type { StateLayout } from '../src/layouts/layout.ts'

export interface Episode {
  readonly store: 'file' | 'sqlite'
  readonly folder: string
  readonly horizon: number
  readonly commit: CommitMode
  readonly sync: boolean
  readonly layout: 'baseLog' | 'overlay' | 'auto'
}

export const skill: Skill = {
  name: 'kill',
  instructions: 'Keep the shelves.',
  schema: { type: 'object', properties: { shelves: { type: 'object' }, last: { type: 'integer' } } },
  initialState: { shelves: {}, last: -1 },
}

export function openStore({ store, folder, sync }: Episode): JournalStore {
  const create = store === 'file' ? openFileJournal : openSqliteJournal
  return create(join(folder, 'journal'), { sync })
}

/** How the episode's state is written, at prices with which `auto` does all it can. */
export function layoutOf({ layout }: Episode): StateLayout {
  return layouts[layout]({ prices: { input: 1, cacheRead: 0.1 }, minCachedTokens: 0, minStateChars: 0 })
}

/** Lines of a file that are whole; the rest, which a kill left, is removed. */
export function wholeLines(path: string): string[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) writeFileSync(path, whole)
  return whole.split('\n').slice(0, -1)
}

/** A world that executes each key once: an effect is the line `key action` of `effects`. */
export function openWorld({ folder, horizon }: Episode): Environment {
  const path = join(folder, 'effects')
  const places = new Map(wholeLines(path).map((line, at) => [line.slice(0, line.indexOf(' ')), at]))
  const look = (count: number): Observation => ({
    text: `event ${count}`,
    done: count >= horizon,
    refused: count % 7 === 3,
  })
  return {
    reset: async () => look(0),
    step: async (action, { key = '' } = {}) => {
      const known = places.get(key)
      if (known !== undefined) return look(known + 1)
      appendFileSync(path, `${key} ${JSON.stringify(action)}\n`)
      places.set(key, places.size)
      return look(places.size)
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}

/** A model that answers event n with the same patch whenever it is asked, and adds `n digest` to `prompts`. */
export function openModel({ folder }: Episode): Model {
  const path = join(folder, 'prompts')
  wholeLines(path)
  return {
    id: 'scripted',
    generate: async (request) => {
      const prompt = promptText(request.prompt)
      const step = Number(/event (\d+)/.exec(prompt)?.[1])
      appendFileSync(path, `${step} ${hash('sha256', prompt)}\n`)
      const reply = JSON.stringify({ state_patch: patchOf(step), action: `act-${step}` })
      return { text: `\`\`\`json\n${reply}\n\`\`\``, finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
}

function patchOf(step: number): JsonObject {
  const shelf = `shelf ${(step * 31) % 97}`
  return { shelves: { [shelf]: step % 5 === 4 ? null : `item ${step}`, '7': step }, last: step }
}
