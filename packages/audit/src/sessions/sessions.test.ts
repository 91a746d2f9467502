import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { madeFormats, madeSession } from '../../test/made-sessions.ts'
import { occursIn } from '../needs/occurrence.ts'
import {
  fileLine,
  Names,
  type ReadSession,
  readSessions,
  type SessionAudit,
  SessionTotals,
  sessionJson,
  sessionsMarkdown,
} from './index.ts'
import { Values } from './values.ts'

const folder = mkdtempSync(join(tmpdir(), 'sessions-'))

async function audit(name: string, text: string | Uint8Array, since?: string): Promise<SessionAudit> {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const [read] = await all([file], since)
  if (read?.kind !== 'session') throw new Error(`${name} is no session`)
  return read.session
}

async function all(paths: readonly string[], since?: string): Promise<readonly ReadSession[]> {
  const found: ReadSession[] = []
  for await (const read of readSessions(paths, { since })) found.push(read)
  return found
}

const linesOf = (records: readonly object[]): string =>
  `${records.map((each) => JSON.stringify(each)).join('\n')}\n`
const called = ({ call, value }: { call: string | undefined; value: string }): string => `${call} ${value}`

describe('made sessions with known losses', () => {
  test.each(Object.entries(madeFormats))('%s: finds all of them and invents none', async (name, format) => {
    let known = 0
    for (let seed = 1; seed <= 40; seed++) {
      const made = madeSession(seed, format)
      const lines = format.lines(made)
      const text =
        name === 'opencode' ? JSON.stringify({ info: { id: 's' }, messages: lines }) : linesOf(lines)
      const session = await audit(`made/${name}-${seed}.json${name === 'opencode' ? '' : 'l'}`, text)
      expect(session.calls).toBe(30)
      expect([seed, ...session.lost.map(called)]).toEqual([seed, ...made.lost])
      expect([seed, ...session.unknown.map(called)]).toEqual([seed, ...made.unknown])
      known += made.lost.length + made.unknown.length
    }
    expect(known).toBeGreaterThan(400)
  })
})

test('a value is found in a message exactly if it occurs in it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '_', ' ', '-', 'ö', '"'), maxLength: 14 })
  fc.assert(
    fc.property(
      fc.array(
        text.filter(({ length }) => length > 1),
        { minLength: 1 },
      ),
      fc.array(text),
      (wanted, contents) => {
        const values = new Values()
        for (const value of wanted) values.add(value)
        values.seal()
        for (const content of contents) {
          const found = values.in({ role: 'user', content, records: [] })
          for (const value of wanted)
            expect(found.includes(values.numberOf(value) ?? -1)).toBe(occursIn(value, content))
        }
      },
    ),
  )
})

const made = madeFormats['claude-code']?.lines(madeSession(3, { tails: false, opaque: false })) ?? []

describe('damage', () => {
  const half = Math.floor(made.length / 2)
  const withLine = (line: string): string =>
    `${linesOf(made.slice(0, half))}${line}\n${linesOf(made.slice(half))}`
  const lines: readonly string[] = [
    '{"torn',
    'null',
    '[]',
    '7',
    '"text"',
    '\u0000\u0000',
    '\ufffd\ufffd{',
    '{"a":NaN}',
    '{}{}',
    '{"type":',
  ]
  test.each(lines)('a damaged line %j is told once, and the rest is read', async (line) => {
    const session = await audit('damaged.jsonl', withLine(line))
    expect(session.damage).toHaveLength(1)
    expect(session.calls).toBe(30)
    expect(fileLine(session, new Names(false))).not.toContain('\n')
  })

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
  ]
  test.each(odd)('an odd record %j breaks nothing', async (record) => {
    const session = await audit('odd.jsonl', withLine(JSON.stringify(record)))
    expect(session.calls).toBeGreaterThanOrEqual(29)
  })

  test('files that are empty, torn, binary or packed badly are told in one line each', async () => {
    const home = join(folder, 'home')
    mkdirSync(home)
    writeFileSync(join(home, 'a.jsonl'), '')
    writeFileSync(join(home, 'b.jsonl.zst'), Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]))
    writeFileSync(join(home, 'c.db'), 'no database')
    writeFileSync(join(home, 'd.jsonl'), linesOf(made).slice(0, -40))
    writeFileSync(join(home, 'e.jsonl'), `\ufeff${linesOf(made).replaceAll('\n', '\r\n')}`)
    writeFileSync(join(home, 'auth.json'), '{"sessionId": "secret", "info": 1, "messages": []}')
    const found = (await all([home])).map((read) =>
      read.kind === 'session'
        ? [read.session.calls, read.session.damage.length]
        : (read.problem ?? 'no session'),
    )
    expect(found).toEqual([
      'no session',
      'cannot be unpacked',
      expect.stringMatching(/^cannot be read/),
      [30, 1],
      [30, 0],
    ])
  })

  test('a file that grows while it is read gives what was there at first', async () => {
    const file = join(folder, 'growing.jsonl')
    writeFileSync(file, linesOf(made))
    for await (const read of readSessions([file], {
      onEvent: () => appendFileSync(file, '{"type":"user"}\n'),
    }))
      expect(read.kind === 'session' && [read.session.calls, read.session.damage]).toEqual([30, []])
    expect(readFileSync(file, 'utf8').length).toBeGreaterThan(linesOf(made).length)
  })
})

describe('what cannot be known from a file', () => {
  const usage = (tokens: number): object => ({ input_tokens: tokens, output_tokens: 1 })
  const billed = (tokensOf: (call: number) => number): readonly object[] => {
    return made.map((line) => {
      const record = line as { type: string; message?: { id?: string } }
      const call = Number(record.message?.id?.slice('m-t'.length))
      return record.type === 'assistant'
        ? { ...record, message: { ...record.message, usage: usage(tokensOf(call)) } }
        : line
    })
  }
  test('a prompt that shrinks without a reason leaves earlier values undecided', async () => {
    const cut = await audit('shrunk.jsonl', linesOf(billed((call) => (call < 4 ? 90_000 : 20_000))))
    expect(cut.unknown.some(({ reason }) => reason.includes('shrank'))).toBe(true)
  })
  test('a prompt after a compaction that is larger than the file explains decides no loss', async () => {
    const plain = await audit('fits.jsonl', linesOf(billed(() => 20_000)))
    const [first] = plain.cuts
    const at = first?.callNumber ?? 0
    const large = await audit('large.jsonl', linesOf(billed((call) => (call > at ? 60_000 : 20_000))))
    expect(plain.lost.length).toBeGreaterThan(0)
    expect(large.cuts[0]?.doubt).toMatch(/billed with 60000 tokens/)
    expect(large.cuts[0]?.lost).toBe(0)
  })
})

test('findings before --since are left out', async () => {
  const before = await audit('since.jsonl', linesOf(made), '2026-03-10T00:00:00.000Z')
  expect([before.needs, before.cuts.length, before.calls]).toEqual([0, 0, 30])
})

test('with redact no report holds a secret, wherever it was', async () => {
  const secret = 'hunter2-0815-zebra'
  const text = linesOf(made)
    .replaceAll(/k-3-\d+x|OST-\d+/g, secret)
    .replaceAll('"/srv"', `"/srv/${secret}"`)
    .replaceAll('"name":"use"', `"name":"${secret}"`)
    .replaceAll('"trigger":"auto"', `"trigger":"${secret}"`)
    .replaceAll('"version":"2.1.220"', `"version":"${secret}"`)
  const session = await audit(`${secret}.jsonl`, `${text}{"type":"${secret}"}\n{${secret}\n`)
  const names = new Names(true)
  const totals = new SessionTotals(names)
  totals.add(session)
  const { sessionsHtml } = await import('../report/html/sessions-page.ts')
  const reports = [fileLine(session, names), sessionsMarkdown(totals), sessionsHtml(totals)]
  expect(`${reports.join('\n')}${JSON.stringify(sessionJson(session, names))}`).not.toContain(secret)
  expect(sessionsMarkdown(totals)).toMatch(/lost/)
  const open = new Names(false)
  expect(open.value(secret)).not.toBe(secret)
  expect(open.value('sk-ant-abcdefgh12345')).toBe('(20 characters)')
})
