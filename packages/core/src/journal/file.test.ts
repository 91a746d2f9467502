import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clock, type JsonObject, SkillStateError } from '@skill-state/protocol'
import { files } from '@skill-state/protocol/files'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { skill } from '../../test/journal.ts'
import { compileSkill } from '../compile-skill.ts'
import { mergeState } from '../merge.ts'
import { openFileJournal } from './file.ts'
import type { OpenJournal } from './journal.ts'
import { openJournal } from './open-journal.ts'
import { type VerifiedJournal, verify } from './verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'journal.jsonl')
const compiled = compileSkill(skill)

function step(journal: OpenJournal, patch: JsonObject, text: string): void {
  const { index, state } = journal.position
  journal.decided({ index, patch, action: `do ${index}`, commit: 'before-action' })
  const observation = { text, done: false }
  journal.answered({ index, observation, state: mergeState(state, patch).after })
}

/** The bytes of a journal with every kind of record. */
const bytes = ((): Buffer => {
  const store = openFileJournal(path)
  const journal = openJournal(store, { skill: compiled, id: 'a' })
  journal.started({ text: 'first \ufffd', done: false })
  step(journal, { count: 1 }, 'ä')
  step(journal, { list: null, '10': { deep: '𝄞' } }, '€')
  journal.undo(1)
  step(journal, { count: 'x'.repeat(20_000) }, 'snapshot')
  step(journal, { count: 2 }, 'small again')
  const migrations = { 1: (state: JsonObject) => state }
  openJournal(store, { skill: compiled, schemaVersion: 2, migrations })
  store.close()
  const whole = readFileSync(path)
  rmSync(path)
  return whole
})()

/** A short one, for tests that go through its bytes. */
const small = bytes.subarray(0, bytes.indexOf('{"undone"'))

type Reading =
  | { readonly verified: VerifiedJournal; readonly repaired?: { readonly bytes: number } }
  | { readonly error: SkillStateError }

/** Writes a file, opens and verifies it; anything but a rejection of the journal is thrown on. */
function read(content: Uint8Array): Reading {
  writeFileSync(path, content)
  try {
    const store = openFileJournal(path)
    try {
      const verified = verify(store)
      const { repaired } = openJournal(store, {
        skill: compiled,
        id: 'a',
        schemaVersion: 2,
        migrations: { 1: (s) => s },
      })
      return { verified, ...(repaired && { repaired }) }
    } finally {
      store.close()
    }
  } catch (error) {
    if (!(error instanceof SkillStateError && error.code === 'invalid-journal')) throw error
    expect(error.message).not.toContain('\n')
    expect(readFileSync(path).equals(content)).toBe(true)
    return { error }
  }
}

describe('a file', () => {
  it('is JSON lines whose last key is the chain value', () => {
    const lines = bytes.toString().trimEnd().split('\n')
    const kinds = lines.map((line) => Object.keys(JSON.parse(line) as object))
    expect(kinds.map((keys) => keys[0])).toEqual([
      ...['open', 'started', 'decided', 'answered', 'decided', 'answered', 'undone', 'decided', 'answered'],
      ...['snapshot', 'decided', 'answered', 'migrated'],
    ])
    expect(new Set(kinds.map((keys) => keys.at(-1)))).toEqual(new Set(['chain']))
    expect(lines.slice(0, 4)).toMatchInlineSnapshot(`
      [
        "{"open":0,"format":1,"id":"a","skill":"ledger","schemaVersion":1,"state":{"10":"ten","count":0,"list":[1,0]},"chain":"pCTwsyAbgPNQrIdQo9pn3I"}",
        "{"started":0,"text":"first �","chain":"2XF_YQhT9WpWRKQ-Xf5FLr"}",
        "{"decided":0,"patch":{"count":1},"action":"do 0","chain":"RDhFhenj0zPCECbg0knM6f"}",
        "{"answered":0,"text":"ä","chain":"1CWc2k2LKwItoz_vBad9Ng"}",
      ]
    `)
  })

  it('opens however much of its end is missing, and reports the torn record', () => {
    for (let length = 0; length <= bytes.length; length += length < small.length ? 1 : 499) {
      const torn = bytes.subarray(0, length)
      const end = torn.lastIndexOf('\n') + 1
      const records = torn.toString('latin1').split('\n').length - 1
      const repaired = end < length ? { repaired: { bytes: length - end } } : {}
      expect(read(torn)).toEqual({
        verified: expect.objectContaining({ records, tornBytes: length - end }),
        ...repaired,
      })
    }
  })

  it('replaces the torn record with the next one', () => {
    writeFileSync(path, small.subarray(0, -5))
    const store = openFileJournal(path)
    const journal = openJournal(store, { skill: compiled })
    expect(journal.position.pending).toMatchObject({ index: 1, action: 'do 1' })
    expect(readFileSync(path)).toHaveLength(small.length - 5)
    const { state } = journal.position
    journal.answered({ index: 1, observation: { text: 'at last', done: true }, state })
    store.close()
    expect(read(readFileSync(path))).toMatchObject({ verified: { records: 6, steps: 2, tornBytes: 0 } })
  })

  it('notices any change of any byte', () => {
    for (let at = 0; at < small.length; at += 1) {
      for (const byte of [0, (small[at] ?? 0) ^ (1 + ((at * 37) % 255))]) {
        const changed = Uint8Array.from(small)
        changed[at] = byte
        const reading = read(changed)
        const noticed = 'error' in reading || reading.repaired !== undefined
        expect(noticed, `byte ${at} set to ${byte}`).toBe(true)
      }
    }
  })

  it('names the record that is damaged, and destroys nothing', () => {
    const lines = small.toString().split('\n')
    const without = (at: number) => Buffer.from(lines.toSpliced(at, 1).join('\n'))
    for (let at = 0; at < 5; at += 1) {
      expect(read(without(at))).toMatchObject({
        error: { message: expect.stringContaining(`record ${at + 1} `) },
      })
    }
    const moved = [...lines.slice(0, 3), lines[4], lines[3], ...lines.slice(5)].join('\n')
    expect(read(Buffer.from(moved))).toMatchObject({ error: { message: expect.stringMatching('record 4 ') } })
    const twice = [...lines.slice(0, 3), ...lines.slice(2)].join('\n')
    expect(read(Buffer.from(twice))).toMatchObject({ error: { message: expect.stringMatching('record 4 ') } })
  })

  it('takes a last line with unwritten bytes for a torn one', () => {
    const zeroed = Buffer.from(small).fill(0, small.length - 20, small.length - 10)
    expect(read(zeroed)).toMatchObject({ verified: { records: 5 }, repaired: { bytes: expect.any(Number) } })
  })

  it('says anything, and never hangs, about any bytes', () => {
    const lines = fc.constantFrom(
      ...small
        .toString()
        .split('\n')
        .map((line) => Buffer.from(`${line}\n`)),
    )
    const junk = fc.oneof(
      fc.uint8Array({ maxLength: 50 }),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    )
    const law = fc.property(fc.array(fc.oneof(lines, junk), { maxLength: 8 }), (parts) => {
      read(Buffer.concat(parts))
    })
    fc.assert(law, { numRuns: fuzzRuns(200) })
  })

  it('is left alone if it is something else', () => {
    for (const content of ['{"name":"x"}', 'hello', '{"open":0}\n', '\n', '{"opem":']) {
      expect(read(Buffer.from(content))).toHaveProperty('error')
    }
  })

  it('is rejected in one line if it cannot be opened', () => {
    const missing = join(folder, 'missing', 'journal.jsonl')
    expect(() => openFileJournal(missing)).toThrow(
      expect.objectContaining({ code: 'invalid-option', message: expect.stringMatching(/^.*ENOENT.*$/) }),
    )
    expect(existsSync(missing)).toBe(false)
    for (const path of ['a\0b', folder, undefined as never]) {
      const refused = { code: 'invalid-option', message: expect.stringMatching(/^.+$/) }
      expect(() => openFileJournal(path)).toThrow(expect.objectContaining(refused))
    }
  })

  it('is not written on once it was removed', () => {
    writeFileSync(path, small)
    const store = openFileJournal(path)
    const journal = openJournal(store, { skill: compiled })
    rmSync(path)
    const refused = {
      code: 'journal-conflict',
      message: expect.stringMatching(/^.*journal\.jsonl was removed.*$/),
    }
    expect(() => step(journal, {}, '')).toThrow(expect.objectContaining(refused))
    writeFileSync(path, small)
    expect(() => step(journal, {}, '')).toThrow(expect.objectContaining(refused))
    store.close()
    expect(readFileSync(path)).toHaveLength(small.length)
  })

  it('goes on after a line that came second, or was never whole, and keeps its bytes', () => {
    const lines = small.toString().trimEnd().split('\n')
    const second = `${lines.at(-1)}\n`
    for (const left of [second, `${lines.at(-2)}\n${second}`, '{"deci', `${second}{"answered":7,"te`]) {
      writeFileSync(path, small)
      const store = openFileJournal(path)
      const journal = openJournal(store, { skill: compiled })
      appendFileSync(path, left) // what a process leaves that lost a race, or was killed in one
      step(journal, { count: 3 }, 'on')
      step(journal, {}, 'and on')
      store.close()
      expect(read(readFileSync(path))).toMatchObject({ verified: { records: 10, steps: 4, tornBytes: 0 } })
      writeFileSync(path, Buffer.concat([small, Buffer.from(left)]))
      const again = openFileJournal(path)
      expect(verify(again)).toMatchObject({ records: 6, steps: 2 })
      step(openJournal(again, { skill: compiled }), {}, 'on')
      again.close()
      expect(read(readFileSync(path))).toMatchObject({ verified: { records: 8, steps: 3 } })
      expect(readFileSync(path).length).toBeGreaterThan(small.length + left.length)
    }
  })

  it('goes on after a line that came second right before its last record', () => {
    writeFileSync(path, small)
    const store = openFileJournal(path)
    step(openJournal(store, { skill: compiled }), {}, 'on')
    store.close()
    const last = readFileSync(path).subarray(small.length)
    const line = small.toString().trimEnd().split('\n').at(-2)
    writeFileSync(
      path,
      Buffer.concat([small, Buffer.from(`${line}\n`), last.subarray(0, last.indexOf(10) + 1)]),
    )
    const again = openFileJournal(path)
    const journal = openJournal(again, { skill: compiled })
    expect(journal.position.pending).toMatchObject({ index: 2 })
    journal.answered({ index: 2, observation: { text: 'on', done: false }, state: journal.position.state })
    again.close()
    expect(read(readFileSync(path))).toMatchObject({ verified: { records: 8, steps: 3 } })
  })

  it('opens and goes on if a torn line and the next record are in one line that was not acknowledged', () => {
    writeFileSync(path, small)
    const store = openFileJournal(path)
    openJournal(store, { skill: compiled }).received({ text: 'on' })
    store.close()
    const glued = Buffer.concat([
      small,
      Buffer.from('{"decided":2,"patch":{"a'),
      readFileSync(path).subarray(small.length),
    ])
    writeFileSync(path, glued)
    const again = openFileJournal(path)
    expect(verify(again)).toMatchObject({ records: 6, steps: 2 })
    const journal = openJournal(again, { skill: compiled })
    expect(journal.position.inbox).toBeUndefined()
    step(journal, {}, 'on')
    again.close()
    expect(read(readFileSync(path))).toMatchObject({ verified: { records: 8, steps: 3 } })
    const foreign = Buffer.concat([small, Buffer.from('{"decided":2,"patch":{"a{"received":2}\n')])
    expect(read(foreign)).toHaveProperty('error')
  })

  it('gives way to a record that came first, and makes its own line void', () => {
    writeFileSync(path, small)
    const [first, second] = [openFileJournal(path), openFileJournal(path)]
    const [one, other] = [first, second].map((store) => openJournal(store, { skill: compiled }))
    if (!one || !other) throw new Error('two journals were opened')
    const refused = expect.objectContaining({ code: 'journal-conflict' })
    one.received({ text: 'one' })
    expect(() => other.received({ text: 'one' })).toThrow(refused)
    one.received({ text: 'two' })
    expect(() => other.received({ text: 'three' })).toThrow(refused)
    for (const store of [first, second]) store.close()
    expect(read(readFileSync(path))).toMatchObject({ verified: { records: 8 } })
  })

  it('notices a writer that is no store', () => {
    writeFileSync(path, small)
    const store = openFileJournal(path)
    appendFileSync(path, '\n')
    const journal = openJournal(store, { skill: compiled })
    expect(() => step(journal, {}, '')).toThrow(expect.objectContaining({ code: 'journal-conflict' }))
    store.close()
  })
})

/** Sizes of the files that are synced while something runs, and how many folders are. */
function syncedBy(run: () => void): { readonly sizes: number[]; readonly folders: number } {
  const { fdatasyncSync, fsyncSync } = files
  const sizes: number[] = []
  let folders = 0
  const heard: Partial<typeof files> = {
    fdatasyncSync: (file) => {
      sizes.push(files.fstatSync(file).size)
      fdatasyncSync(file)
    },
    fsyncSync: (file) => {
      if (files.fstatSync(file).isDirectory()) folders += 1
      fsyncSync(file)
    },
  }
  try {
    Object.assign(files, heard)
    run()
  } finally {
    Object.assign(files, { fdatasyncSync, fsyncSync })
  }
  return { sizes, folders }
}

it('syncs each record, before the next one, and the folder of a new file, if it is asked to, and else none', () => {
  const sizes: number[] = []
  const writeTo = (file: string, sync: boolean): void => {
    const store = openFileJournal(join(folder, file), { sync })
    for (const chain of ['a', 'b', 'c', 'd']) {
      store.append({ body: '{"open":{}}', chain })
      sizes.push(files.statSync(join(folder, file)).size)
    }
    store.close()
  }
  const folders = process.platform === 'win32' ? 0 : 1
  expect(syncedBy(() => writeTo('synced.jsonl', true))).toEqual({ sizes, folders })
  expect(syncedBy(() => writeTo('synced.jsonl', true)).folders).toBe(0)
  expect(syncedBy(() => writeTo('unsynced.jsonl', false))).toEqual({ sizes: [], folders: 0 })
})

describe('between two looks at the file', () => {
  const conflict = expect.objectContaining({ code: 'journal-conflict' }) as Error
  const removed = expect.objectContaining({
    message: expect.stringMatching(/was removed/) as string,
  }) as Error

  /** A journal on a file of its own, with a clock that stands still until it is set. */
  function still(name: string) {
    const now = vi.spyOn(clock, 'now').mockReturnValue(0)
    const file = join(folder, name)
    copyFileSync(fileOf(small), file)
    const store = openFileJournal(file)
    return { now, file, store, journal: openJournal(store, { skill: compiled }) }
  }

  function fileOf(content: Buffer): string {
    writeFileSync(path, content)
    return path
  }

  it('is noticed that it was removed, at the next look and not before', () => {
    const { now, file, store, journal } = still('looked.jsonl')
    journal.received({ text: 'one' })
    rmSync(file)
    now.mockReturnValue(9)
    journal.received({ text: 'two' })
    now.mockReturnValue(18)
    journal.received({ text: 'three' })
    now.mockReturnValue(28)
    expect(() => journal.received({ text: 'four' })).toThrow(removed)
    store.close()
    now.mockRestore()
  })

  it('a record that comes second is void, and its journal writes no more', () => {
    const { now, file, store, journal } = still('second.jsonl')
    journal.received({ text: 'one' })
    const other = openFileJournal(file)
    openJournal(other, { skill: compiled }).received({ text: 'first' })
    expect(() => journal.received({ text: 'second' })).toThrow(conflict)
    expect(() => journal.received({ text: 'third' })).toThrow(conflict)
    for (const each of [store, other]) each.close()
    const again = openFileJournal(file)
    expect([...(openJournal(again, { skill: compiled }).position.inbox ?? [])]).toMatchObject([
      { text: 'one' },
      { text: 'first' },
    ])
    again.close()
    now.mockRestore()
  })

  it('a file that took the place of the journal is not written to', () => {
    const { now, file, store, journal } = still('replaced.jsonl')
    journal.received({ text: 'one' })
    const other = openFileJournal(file)
    openJournal(other, { skill: compiled }).received({ text: 'first' })
    renameSync(file, `${file}.moved`)
    const foreign = Buffer.alloc(100_000, 'x')
    writeFileSync(file, foreign)
    expect(() => journal.received({ text: 'second' })).toThrow(removed)
    expect(readFileSync(file).equals(foreign)).toBe(true)
    for (const each of [store, other]) each.close()
    now.mockRestore()
  })

  it('is current until somebody else writes, takes its place or removes it, or until it is closed', () => {
    const file = join(folder, 'current.jsonl')
    const opened = () => {
      copyFileSync(fileOf(small), file)
      const store = openFileJournal(file)
      const journal = openJournal(store, { skill: compiled })
      expect(store.isCurrent?.()).toBe(true)
      return { store, journal }
    }
    const changes: Readonly<Record<string, (store: ReturnType<typeof openFileJournal>) => void>> = {
      written: () => appendFileSync(file, 'x'),
      replaced: () => {
        renameSync(file, `${file}.old`)
        copyFileSync(`${file}.old`, file)
      },
      removed: () => rmSync(file),
      closed: (store) => store.close(),
    }
    for (const [how, change] of Object.entries(changes)) {
      const { store, journal } = opened()
      journal.received({ text: 'one' })
      expect(store.isCurrent?.(), how).toBe(true)
      change(store)
      expect(store.isCurrent?.(), how).toBe(false)
      store.close()
    }
  })

  it('each file that is opened is closed, whatever happened', () => {
    const { openSync, closeSync } = files
    const open = new Set<number>()
    Object.assign(files, {
      openSync: (...given: Parameters<typeof openSync>) => {
        const file = openSync(...given)
        open.add(file)
        return file
      },
      closeSync: (file: number) => {
        open.delete(file)
        closeSync(file)
      },
    })
    try {
      const { now, file, store, journal } = still('closed.jsonl')
      const other = openFileJournal(file)
      openJournal(other, { skill: compiled }).received({ text: 'first' })
      expect(() => journal.received({ text: 'second' })).toThrow(conflict)
      for (const each of [store, other]) each.close()
      store.close()
      openFileJournal(join(folder, 'synced-too.jsonl'), { sync: true }).close()
      writeFileSync(file, 'something else')
      expect(() => openFileJournal(file)).toThrow('is not a journal')
      now.mockRestore()
      expect([...open]).toEqual([])
    } finally {
      Object.assign(files, { openSync, closeSync })
    }
  })
})
