import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent, type SessionStore } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
import { scripted } from '@skill-state/models'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../../test/skill-state.ts'
import { forkCommand, historyCommand, undoCommand, whyCommand } from './journal.ts'

const act = (state_patch: object, action: object): string =>
  `\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``

async function talk(store: SessionStore): Promise<void> {
  const clerk = agent({
    model: scripted([
      act({ city: 'Rome' }, { search: { city: 'Rome' } }),
      act({ flight: 'F1' }, { reply: 'F1 it is.' }),
      act({ flight: 'F2\u001b[31m' }, { reply: 'F2 then.' }),
    ]),
    instructions: 'Book.',
    state: { type: 'object', additionalProperties: { type: 'string', maxLength: 20 }, maxProperties: 5 },
    initialState: {},
    onWarning: () => {},
    tools: {
      search: { description: 'Searches.', input: { type: 'object' }, execute: () => 'F1 and F2' },
    },
  })
  const session = await clerk.open({ id: 'a', store })
  for (const message of ['Rome, please', 'No, the other one']) for await (const _ of session.send(message));
  await session.close()
}

const folder = emptyFolder()
await talk(fileSessions(folder))
await talk(sqliteSessions(folder))

describe.each(['a.jsonl', 'a.sqlite'])('the journal %s', (name) => {
  const file = join(folder, name)

  test('shows its steps', async () => {
    const lines = (await historyCommand(file)).split('\n')
    expect(lines).toContain('   1  search {"city":"Rome"} → Result: F1 and F2')
    expect(lines).toContain('   2  reply "F1 it is." → waits for a reply')
    expect(lines).toContain('      Σ ⊕ {"flight":"F1"}')
  })

  test('tells which step wrote a value, without control characters', async () => {
    const text = await whyCommand(file, '/flight')
    expect(text).toContain('step 3 wrote it: Σ ⊕ {"flight":"F2\\u001b[31m"}')
    expect(text).toContain('it was told: The user says: No, the other one')
    expect(await whyCommand(file, '/hotel')).toContain('/hotel is nothing\nit was so when the journal began')
  })

  test('is forked and undone before a step', async () => {
    const other = join(folder, `${name}.fork`)
    expect(await forkCommand(file, '3', other)).toContain('continues before step 3')
    expect(await whyCommand(other, '/flight')).toContain('forked from a before step 3')
    await expect(forkCommand(file, '3', other)).rejects.toThrow('it exists: name a new file')
    await undoCommand(file, '3')
    expect(await whyCommand(file, '/flight')).toContain('step 2 wrote it')
    expect(await historyCommand(file)).toContain('   3 (undone)  reply "F2 then."')
    await expect(undoCommand(file, '9')).rejects.toThrow('expected a step from 0 to 2, found 8')
  })
})

test('a file that is no journal is one line, and stays as it is', async () => {
  const file = join(folder, 'missing')
  await expect(historyCommand(file)).rejects.toThrow('missing: there is no such journal')
  const text = join(import.meta.dirname, 'journal.ts')
  const before = readFileSync(text, 'utf8')
  await expect(historyCommand(text)).rejects.toThrow('record 1 of the journal is damaged or was changed')
  expect(readFileSync(text, 'utf8')).toBe(before)
})
