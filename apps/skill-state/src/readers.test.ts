import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileSessions } from '@skill-state/agent/files'
import { undo, verify } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import reading from '../test/reading-agent.ts'
import { emptyFolder } from '../test/skill-state.ts'
import { journalEpisode } from './journal-episode.ts'

const agentFile = join(import.meta.dirname, '../test/reading-agent.ts')
const image = { type: 'image', mediaType: 'image/png', data: 'QUJD' } as const

/** Sessions whose steps make one call, several, and calls that give and show images. */
const sessions = {
  one: { messages: ['Rome', 'Bern'], parts: undefined, calls: ['search', 'search'] },
  list: { messages: ['Rome and Oslo and Bern'], parts: undefined, calls: ['search', 'search', 'search'] },
  images: { messages: ['draw Rome and Oslo'], parts: [image], calls: ['draw', 'search', 'search'] },
} as const

const folder = emptyFolder()
for (const [id, { messages, parts }] of Object.entries(sessions)) {
  const session = await reading.open({ id, store: fileSessions(folder) })
  for (const message of messages)
    expect(await session.ask(message, { parts })).toMatchObject({ end: 'replied' })
  await session.close()
}

test.each(Object.entries(sessions))(
  'everything that reads a journal takes that of %s',
  async (id, { messages, calls }) => {
    const file = join(folder, `${id}.jsonl`)
    const before = readFileSync(file)
    const typed = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await skillStateHere(args)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return stdout
    }
    for (const name of new Set(calls)) expect(await typed('history', file)).toContain(name)
    expect(await typed('why', file, '/last')).toMatch(/step \d wrote it/)
    expect(await typed('regress', file, '--with', agentFile)).toMatch(/^0 of 1 sessions would go otherwise/)
    expect(await typed('migrate', file, '--with', agentFile, '--dry-run')).toContain(
      'fits schema version 1 as it is',
    )
    expect(await typed('audit', file)).not.toBe('')
    const proposed = await skillStateHere(['propose', file, '--out', join(emptyFolder(), 'p')])
    expect(proposed.stderr).toMatch(/^$|: there is nothing for a state to carry\n$/)
    expect(await typed('repair', file)).not.toBe('')
    expect(readFileSync(file)).toEqual(before) // none of them wrote

    const episode = journalEpisode(file)
    const made = episode?.messages.flatMap((message) => message.calls ?? []) ?? []
    expect(made.map(({ name }) => name)).toEqual(calls)
    expect(episode?.messages.filter(({ role }) => role === 'user')).toHaveLength(messages.length)
    const results = episode?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(results.map(({ callId }) => callId)).toEqual(made.map((call) => call.id))
    for (const [at, { name, arguments: input }] of made.entries())
      if (name === 'search')
        expect(results[at]?.content).toContain(`costs_${String((input as { city: string }).city)}`)

    const copy = join(emptyFolder(), `${id}.jsonl`)
    copyFileSync(file, copy)
    expect(await typed('fork', copy, '1', join(emptyFolder(), 'fork.jsonl'))).toContain(
      'continues before step 1',
    )
    const store = openFileJournal(copy)
    expect(verify(store).steps).toBeGreaterThan(1)
    undo(store, 1)
    expect(verify(store).steps).toBeGreaterThan(1)
    store.close()
  },
)
