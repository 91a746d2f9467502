import { compileSkill } from '@skill-state/core'
import { history, openJournal, verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { postgresSessions } from './sessions.ts'

const skill = compileSkill({
  name: 'ledger',
  instructions: 'Count.',
  schema: { type: 'object', additionalProperties: { type: 'number' } },
  initialState: {},
})

let database: Database
useDatabase((made) => {
  database = made
})

/** Takes steps, each safe in the database before the next. */
async function take(
  place: Awaited<ReturnType<ReturnType<typeof postgresSessions>['open']>>,
  id: string,
  steps: number,
): Promise<void> {
  const journal = openJournal(place.journal, { skill, id })
  if (journal.position.observation === undefined) journal.started({ text: 'Go.', done: false })
  for (let count = 0; count < steps; count += 1) {
    const { index, state } = journal.position
    journal.decided({ index, action: 'next', commit: 'before-action' })
    journal.answered({ index, state, observation: { text: `did ${index}`, done: false } })
    await place.flush()
  }
}

describe('a session in Postgres', () => {
  test('continues in another process, from its last records', async () => {
    const sessions = postgresSessions(database)
    for (const steps of [3, 400, 2]) {
      const place = await sessions.open('a')
      await take(place, 'a', steps)
      await place.close()
    }
    const place = await sessions.open('a')
    expect(openJournal(place.journal, { skill, id: 'a' }).position.index).toBe(405)
    const records = [...(await sessions.read('a'))]
    expect(verify(memoryJournal(records)).steps).toBe(405)
    expect([...history(memoryJournal(records))]).toHaveLength(405)
    expect([...place.journal.forward()].length).toBeLessThan(records.length)
    expect(await sessions.list()).toEqual([{ id: 'a', records: records.length, opened: expect.any(Date) }])
  })

  test('has one writer: the other one gets one line', async () => {
    const sessions = postgresSessions(database)
    const [first, second] = [await sessions.open('b'), await sessions.open('b')]
    await take(first, 'b', 1)
    await expect(take(second, 'b', 1)).rejects.toMatchObject({
      code: 'journal-conflict',
      message: 'another process continues session "b", or removed it: open it again to continue',
    })
    await expect(second.flush()).rejects.toMatchObject({ code: 'journal-conflict' })
    await take(first, 'b', 1)
  })

  test('keeps what is recorded while a write is under way', async () => {
    const sessions = postgresSessions(database)
    const place = await sessions.open('two')
    const journal = openJournal(place.journal, { skill, id: 'two' })
    const first = place.flush()
    journal.received({ text: 'one' })
    place.results.keep('result-0', 'long')
    const [second, third] = [place.flush(), place.flush()]
    journal.received({ text: 'two' })
    expect(await place.results.read('result-0')).toBe('long')
    await Promise.all([first, second, third, place.close()])
    const later = await sessions.open('two')
    expect(openJournal(later.journal, { skill, id: 'two' }).position.inbox).toHaveLength(2)
    expect(await later.results.read('result-0')).toBe('long')
    expect(verify(memoryJournal([...(await sessions.read('two'))]))).toMatchObject({ records: 3 })
  })

  test('writes nothing more after a write failed, whatever waits', async () => {
    const sessions = postgresSessions(database)
    const [one, other] = [await sessions.open('three'), await sessions.open('three')]
    await take(one, 'three', 1)
    openJournal(other.journal, { skill, id: 'three' })
    const written = await Promise.allSettled([other.flush(), other.flush()])
    const conflict = { status: 'rejected', reason: { code: 'journal-conflict' } }
    expect(written).toMatchObject([conflict, conflict])
    await expect(other.flush()).rejects.toMatchObject({ code: 'journal-conflict' })
    expect(() => other.journal.append({ body: '{}', chain: '' })).toThrow('another process continues')
    expect(verify(memoryJournal([...(await sessions.read('three'))]))).toMatchObject({ steps: 1 })
  })

  test('is held by one owner at a time, in this process and in another one', async () => {
    await using other = await openDatabase(database.url)
    const open = (at: Database) => postgresSessions(at).open('held')
    const [first, here, there] = await Promise.all([open(database), open(database), open(other)])
    const release = await first.hold()
    for (const place of [here, there]) {
      const held = place.hold()
      place.journal.append({ body: '{}', chain: '' })
      await expect(held).rejects.toMatchObject({ code: 'journal-conflict' })
      await expect(place.flush()).rejects.toThrow('open it again when that has ended')
    }
    await take(first, 'held', 1)
    const reader = await open(other)
    expect(openJournal(reader.journal, { skill, id: 'held' }).position.index).toBe(1)
    await release()
    await (await reader.hold())()
    const again = await first.hold()
    await take(first, 'held', 1)
    await again()
    await expect(reader.hold()).rejects.toThrow('another process continues session "held"')
  })

  test('is no longer written by an owner whose connection broke', async () => {
    const sessions = postgresSessions(database)
    const first = await sessions.open('broken')
    const release = await first.hold()
    const holder = `select pid from pg_locks where locktype = 'advisory' and classid = 7353112`
    await database.pool.query(`select pg_terminate_backend(pid) from (${holder}) h`)
    const { place, free } = await vi.waitFor(async () => {
      const opened = await sessions.open('broken')
      return { place: opened, free: await opened.hold() }
    })
    const lost = {
      code: 'database-unavailable',
      message: expect.stringMatching(/^session "broken" is not recorded any more: (?!Error)\S/) as string,
      cause: expect.any(Error) as Error,
    }
    await expect(take(first, 'broken', 1)).rejects.toMatchObject(lost)
    await expect(first.hold()).rejects.toMatchObject(lost)
    await first.close() // which has nothing more to write
    await release() // gives nothing back that is another owner's
    await expect((await sessions.open('broken')).hold()).rejects.toMatchObject({ code: 'journal-conflict' })
    await take(place, 'broken', 1)
    await free()
  })

  test('leaves no gap: a record that does not follow the last one is a conflict', async () => {
    const sessions = postgresSessions(database)
    const one = await sessions.open('gap')
    await take(one, 'gap', 1)
    await take(one, 'gap', 1)
    await database.pool.query(`delete from skill_state.session_records where seq > 4 and session =
      (select id from skill_state.sessions where name = 'gap')`)
    await expect(take(one, 'gap', 1)).rejects.toMatchObject({ code: 'journal-conflict' })
    const again = await sessions.open('gap')
    await take(again, 'gap', 1)
    expect(verify(memoryJournal([...(await sessions.read('gap'))]))).toMatchObject({ steps: 2 })
  })

  test('a removed session has left nothing, and who has it open cannot bring it back', async () => {
    const sessions = postgresSessions(database)
    const place = await sessions.open('removed')
    place.results.keep('result-0', 'Ada Lovelace')
    await take(place, 'removed', 2)
    const release = await place.hold()
    await expect(sessions.remove('removed')).rejects.toMatchObject({ code: 'journal-conflict' })
    await release()
    await sessions.remove('removed')
    await expect(take(place, 'removed', 1)).rejects.toMatchObject({ code: 'journal-conflict' })
    expect(await sessions.read('removed')).toEqual([])
    const rows = `select content from skill_state.session_results where content like 'Ada%'`
    expect((await database.pool.query(rows)).rows).toEqual([])
    await sessions.remove('removed')
    const late = await sessions.open('removed')
    await take(late, 'removed', 1)
    await sessions.remove('removed')
    const answer = {
      code: 'journal-conflict',
      message: expect.stringMatching(/^another process continues/) as string,
    }
    await expect(take(late, 'removed', 1)).rejects.toMatchObject(answer)
    await late.close()
    expect(() => late.journal.append({ body: '{}', chain: '' })).toThrow('another process continues')
    await late.close()
  })

  test('keeps long results with the record that names them', async () => {
    const sessions = postgresSessions(database)
    const place = await sessions.open('c')
    place.results.keep('result-0', 'long\0text')
    expect(await place.results.read('result-0')).toBe('long\uFFFDtext')
    await take(place, 'c', 1)
    const later = await sessions.open('c')
    expect(await later.results.read('result-0')).toBe('long\uFFFDtext')
    expect(await later.results.read('result-1')).toBeUndefined()
  })

  test('close writes what was recorded and not written yet, once', async () => {
    const sessions = postgresSessions(database)
    const place = await sessions.open('closing')
    expect(place.journal.repair).toBe(`skill-state repair ${database.place} "closing"`)
    openJournal(place.journal, { skill, id: 'closing' }).started({ text: 'Go.', done: false })
    place.results.keep('result-0', 'long')
    await place.close()
    await place.close()
    const again = await sessions.open('closing')
    expect(openJournal(again.journal, { skill }).position.observation).toMatchObject({ text: 'Go.' })
    expect(await again.results.read('result-0')).toBe('long')
    await again.close()
  })

  test('rejects an empty id, and a record after it was closed', async () => {
    const sessions = postgresSessions(database)
    await expect(sessions.open('')).rejects.toThrow('needs an id')
    const place = await sessions.open('d')
    await place.close()
    expect(() => place.journal.append({ body: '{}', chain: '' })).toThrow('session "d" is closed')
    const other = await sessions.open('d')
    other.journal.close()
    expect(() => other.journal.append({ body: '{}', chain: '' })).toThrow('session "d" is closed')
  })
})

test('no record is removed while a process runs a turn of the session', async () => {
  const sessions = postgresSessions(database)
  const place = await sessions.open('cut')
  openJournal(place.journal, { skill, id: 'cut' }).received({ text: 'one' })
  await place.flush()
  const release = await place.hold()
  await expect(sessions.cut('cut', 1)).rejects.toMatchObject({ code: 'journal-conflict' })
  expect(await sessions.read('cut')).toHaveLength(2)
  await release()
  await sessions.cut('cut', 1)
  expect(await sessions.read('cut')).toHaveLength(1)
  await place.close()
})
