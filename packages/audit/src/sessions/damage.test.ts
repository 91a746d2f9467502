import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { madeFormats, madeSession } from '../../test/made-sessions.ts'
import type { SessionAudit } from './findings.ts'
import { fileLine, Names, readSessions } from './index.ts'
import type { ReadSession } from './read-sessions.ts'

const root = mkdtempSync(join(tmpdir(), 'damage-'))
const made = madeSession(3, { tails: false, opaque: false })
const lines = madeFormats['claude-code']?.lines(made).map((each) => JSON.stringify(each)) ?? []
const half = Math.floor(lines.length / 2)
const whole = `${lines.join('\n')}\n`
const withLine = (line: string): string =>
  [...lines.slice(0, half), line, ...lines.slice(half), ''].join('\n')

let folders = 0
function emptyFolder(): string {
  const folder = join(root, String(folders++))
  mkdirSync(folder)
  return folder
}

async function all(path: string, onEvent?: () => void): Promise<readonly ReadSession[]> {
  const found: ReadSession[] = []
  for await (const read of readSessions([path], { onEvent })) found.push(read)
  return found
}

async function audit(
  content: string | Uint8Array,
  name = 'a.jsonl',
  onEvent?: () => void,
): Promise<SessionAudit> {
  const file = join(emptyFolder(), name)
  writeFileSync(file, content)
  const [read, ...more] = await all(file, onEvent)
  if (read?.kind !== 'session') throw new Error(`no session: ${read?.problem}`)
  expect(more).toEqual([])
  expect(fileLine(read.session, new Names(false))).not.toContain('\n')
  return read.session
}

const calls = 30

describe('a damaged line is told once, and the rest is read', () => {
  test.each([
    '{"torn',
    'null',
    '[]',
    '7',
    '"text"',
    '\u0000\u0000\u0000',
    '\ufffd\ufffd{',
    '{"a":NaN}',
    '{}{}',
    '{"type":',
    '<<<<<<< HEAD',
    "{'type': 'user'}",
  ])('%j', async (line) => {
    const session = await audit(withLine(line))
    expect([session.damage.length, session.calls]).toEqual([1, calls])
  })
})

describe('a record of wrong types breaks nothing', () => {
  const odd: readonly object[] = [
    { type: 'user', uuid: 'x', parentUuid: 'x', message: null },
    { type: 'user', uuid: 'x', parentUuid: 'nowhere', message: { content: 5 } },
    { type: 'user', uuid: 7, parentUuid: {}, message: [] },
    {
      type: 'assistant',
      uuid: 'x',
      parentUuid: null,
      message: { id: 5, content: [null, 3, { type: 'tool_use' }] },
    },
    {
      type: 'assistant',
      uuid: 'x',
      parentUuid: null,
      message: { id: 'm', usage: { input_tokens: -1, output_tokens: 'x' } },
    },
    {
      type: 'system',
      uuid: 'x',
      parentUuid: null,
      subtype: 'compact_boundary',
      compactMetadata: 'no',
      isSidechain: true,
    },
    { type: 'attachment', uuid: 'x', parentUuid: null, attachment: 4, isSidechain: true },
    { type: 'new-kind', value: 1 },
    { __proto__: null, type: 'last-prompt', leafUuid: 'gone' },
    JSON.parse(`{"type":"queue-operation","content":${'['.repeat(400)}${']'.repeat(400)}}`) as object,
    JSON.parse(
      '{"type":"user","uuid":"x","__proto__":{"isSidechain":true},"message":{"content":"a"}}',
    ) as object,
    { type: 'user', uuid: 'x', isSidechain: true, message: { content: '\ud800' } },
  ]
  test.each(odd)('%j', async (record) => {
    expect((await audit(withLine(JSON.stringify(record)))).calls).toBeGreaterThanOrEqual(calls - 1)
  })
})

describe('a damaged file is read as far as it can be', () => {
  const bytes = Buffer.from(whole)
  const invalid = Buffer.concat([
    Buffer.from(withLine('{"type":"mode","sessionId":"s","x":"').slice(0, -1)),
    Buffer.from([0x0a]),
  ])
  const uuid = /"uuid":"([^"]+)"/.exec(lines[2] ?? '')?.[1]
  test.each<[string, string | Uint8Array, number, string?]>([
    ['a torn last line', whole.slice(0, -40), 1],
    ['no line end at the end', whole.trimEnd(), 0],
    ['empty lines', whole.replaceAll('\n', '\n\n  \n'), 0],
    ['a byte order mark and CRLF', `\ufeff${whole.replaceAll('\n', '\r\n')}`, 0],
    ['bytes that are not UTF-8', invalid, 1],
    ['a block of NUL bytes at the end, as after a power cut', Buffer.concat([bytes, Buffer.alloc(4_096)]), 1],
    ['every line twice', lines.flatMap((line) => [line, line]).join('\n'), 0],
    [
      'lines of another host among its own',
      withLine('{"timestamp":"x","type":"response_item","payload":{"type":"message","role":"user"}}'),
      0,
    ],
    ['parents that are missing', whole.replaceAll(`"parentUuid":"${uuid}"`, '"parentUuid":"gone"'), 0],
    [
      'a clock that goes backwards',
      whole.replaceAll(/2026-03-09T08:00:13/g, () => `20${10 + (folders % 80)}-03-09T08:00:13`),
      0,
    ],
    ['times that are no times', whole.replaceAll('2026-03-09T08:00:13.439Z', 'yesterday'), 0],
    [
      'a line of 20 MB',
      withLine(JSON.stringify({ type: 'mode', sessionId: 's', x: 'x'.repeat(20_000_000) })),
      0,
    ],
    ['keys that come twice', whole.replaceAll('"cwd":"/srv"', '"cwd":"/srv","cwd":"/srv"'), 0],
    ['the name .json for lines', whole, 0, 'a.json'],
    ['gzip', gzipSync(bytes), 0, 'a.jsonl.gz'],
    ['Zstandard', zstdCompressSync(bytes), 0, 'a.jsonl.zst'],
  ])('%s', async (_, content, damage, name) => {
    const session = await audit(content, name)
    expect([session.calls, session.damage.length]).toEqual([calls, damage])
  })

  test('a packed file that was cut off', async () => {
    const packed = zstdCompressSync(Buffer.from(whole.repeat(40)))
    const session = await audit(packed.subarray(0, packed.length - 20), 'a.jsonl.zst')
    expect(session.damage.at(-1)).toMatch(/after record \d+$/)
  })

  test('parents in a circle', async () => {
    const circle = lines.map((line, at) =>
      at === 1
        ? line.replace(/"parentUuid":[^,]+/, `"parentUuid":"${/"uuid":"([^"]+)"/.exec(lines[4] ?? '')?.[1]}"`)
        : line,
    )
    expect((await audit(circle.join('\n'))).calls).toBeGreaterThan(0)
  })

  test('a compaction that keeps records which do not exist', async () => {
    const text = whole.replaceAll(
      '"preTokens":9',
      '"preTokens":9,"preservedMessages":{"uuids":["gone",7]},"preservedSegment":{"headUuid":"no","tailUuid":"no"}',
    )
    const [changed, plain] = [await audit(text), await audit(whole)]
    expect(changed.lost).toEqual(plain.lost)
  })

  test('a newer version is named', async () => {
    const session = await audit(whole.replaceAll('2.1.220', '9.0.0'))
    expect(fileLine(session, new Names(false))).toContain('9.0.0, newer than the tested version')
  })

  test.each<[string, number, (file: string) => void]>([
    ['grows', 0, (file) => appendFileSync(file, '{"type":"user"}\n')],
    ['shrinks', 1, (file) => truncateSync(file, whole.length + 9)],
  ])('a file that %s while it is read', async (_, damage, change) => {
    const file = join(emptyFolder(), 'a.jsonl')
    const text = JSON.stringify({ type: 'mode', sessionId: 's', x: 'x'.repeat(5_000_000) })
    writeFileSync(file, `${whole}${text}\n`)
    const [read] = await all(file, () => change(file))
    expect(read?.kind === 'session' && [read.session.calls, read.session.damage.length]).toEqual([
      calls,
      damage,
    ])
  })
})

describe('a file that cannot be read is told in one line', () => {
  const problemOf = async (folder: string): Promise<readonly (string | undefined)[]> =>
    (await all(folder)).map((read) => (read.kind === 'session' ? 'a session' : read.problem))

  test.each<[string, string, string | Uint8Array, string | undefined]>([
    ['an empty one', 'a.jsonl', '', undefined],
    ['NUL bytes alone', 'a.jsonl', Buffer.alloc(10_000), undefined],
    ['an image', 'a.jsonl', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8]), undefined],
    ['UTF-16', 'a.jsonl', Buffer.from(whole, 'utf16le'), undefined],
    [
      'invalid Zstandard',
      'a.jsonl.zst',
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]),
      'cannot be unpacked',
    ],
    ['an invalid database', 'a.db', 'no database', 'cannot be read (ERR_SQLITE_ERROR)'],
    ['a database of something else', 'b.db', '', 'cannot be read (NO_SESSIONS)'],
  ])('%s', async (_, name, content, problem) => {
    const folder = emptyFolder()
    writeFileSync(join(folder, name), content)
    expect(await problemOf(folder)).toEqual([problem])
  })

  test('a credential is never opened', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'auth.json'), '{"sessionId": "secret", "info": 1, "messages": []}')
    expect(await problemOf(folder)).toEqual([])
  })

  test('links in circles, links to nothing, folders named as files, and a session behind two links', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'folder.jsonl'))
    writeFileSync(join(folder, 'folder.jsonl', 'a.jsonl'), whole)
    symlinkSync(folder, join(folder, 'circle'))
    symlinkSync(join(folder, 'self.jsonl'), join(folder, 'self.jsonl'))
    symlinkSync(join(folder, 'gone'), join(folder, 'gone.jsonl'))
    symlinkSync(join(folder, 'folder.jsonl'), join(folder, 'second'))
    const problems = await problemOf(folder)
    expect(problems).toHaveLength(3)
    expect(new Set(problems)).toEqual(
      new Set(['a session', 'cannot be read (ELOOP)', 'cannot be read (ENOENT)']),
    )
  })

  test('a socket', async () => {
    const folder = emptyFolder()
    const server = createServer().listen(join(folder, 'a.jsonl'))
    await new Promise((resolve) => server.once('listening', resolve))
    expect(await problemOf(folder)).toEqual(['not a regular file'])
    server.close()
  })

  test('a file that is removed while others are read', async () => {
    const folder = emptyFolder()
    for (const name of ['a.jsonl', 'b.jsonl']) writeFileSync(join(folder, name), whole)
    const found = await all(folder, () => rmSync(join(folder, 'b.jsonl'), { force: true }))
    expect(found.map((read) => (read.kind === 'session' ? 'a session' : read.problem))).toEqual([
      'a session',
      'cannot be read (ENOENT)',
    ])
  })
})

describe('a database of opencode', () => {
  const about = { role: 'assistant', finish: 'stop', time: { created: 1 } }
  function database(folder: string): DatabaseSync {
    const store = new DatabaseSync(join(folder, 'opencode.db'))
    store.exec(`pragma journal_mode = wal; create table session (id text, version text, directory text, time_created int);
      create table message (id text, session_id text, time_created int, data text);
      create table part (id text, message_id text, data text);
      create table credential (secret text)`)
    store.exec("insert into session values ('s', '1.18.15', '/srv', 1)")
    const add = store.prepare('insert into message values (?, ?, ?, ?)')
    for (let at = 0; at < 50; at++) add.run(`m${at}`, 's', at, JSON.stringify(about))
    add.run('broken', 's', 99, '{"torn')
    return store
  }

  test('is read while another program writes, and leaves no file beside it when none does', async () => {
    const folder = emptyFolder()
    const store = database(folder)
    const counts = async (): Promise<unknown> =>
      (await all(folder)).map((read) =>
        read.kind === 'session' ? [read.session.calls, read.session.damage] : read.problem,
      )
    expect(await counts()).toEqual([[50, ['a message row is not JSON']]])
    store.close()
    expect(await counts()).toEqual([[50, ['a message row is not JSON']]])
    expect(readdirSync(folder)).toEqual(['opencode.db'])
  })

  test('that holds sessions of opencode 2 too says that these are not read', async () => {
    const folder = emptyFolder()
    const store = database(folder)
    store.exec(
      "create table session_message (session_id text, seq int); insert into session_message values ('a', 1), ('b', 1)",
    )
    store.close()
    expect(await all(folder)).toMatchObject([
      { kind: 'session', session: { calls: 50 } },
      { kind: 'other', problem: '2 sessions of opencode 2 in it cannot be read yet' },
    ])
  })

  test('that is cut off or locked is told in one line', async () => {
    const folder = emptyFolder()
    const store = database(folder)
    store.exec('pragma journal_mode = delete; begin exclusive; delete from message')
    expect(await all(folder)).toMatchObject([{ kind: 'other', problem: 'is locked by another program' }])
    store.exec('rollback')
    store.close()
    const file = join(folder, 'opencode.db')
    truncateSync(file, readFileSync(file).length / 2)
    for (const read of await all(folder))
      expect(read.kind === 'other' || read.session.damage.length > 0).toBe(true)
  })
})
