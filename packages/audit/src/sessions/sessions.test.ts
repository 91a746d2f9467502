import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { certify, compileSkill } from '@skill-state/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { madeFormats, madeSession } from '../../test/made-sessions.ts'
import { occursIn } from '../needs/occurrence.ts'
import type { SessionAudit } from './findings.ts'
import {
  fileLine,
  Names,
  readSessions,
  SessionTotals,
  sessionJson,
  sessionSchema,
  sessionsMarkdown,
} from './index.ts'
import type { ReadSession } from './read-sessions.ts'
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

test('what a fork copied of another session counts once', async () => {
  const codexLines = (id: string, more: object, calls: readonly string[]): string =>
    linesOf([
      { type: 'session_meta', payload: { id, cwd: '/srv', ...more } },
      ...calls
        .map((call_id) => ({
          type: 'response_item',
          payload: { type: 'function_call', name: 'use', arguments: '{}', call_id },
        }))
        .flatMap((call) => [
          call,
          {
            type: 'event_msg',
            payload: {
              type: 'token_count',
              info: { total_token_usage: { input_tokens: 1, at: call.payload.call_id } },
            },
          },
        ]),
    ])
  const opencodeText = (prefix: string, times: readonly number[]): string =>
    JSON.stringify({
      info: { id: prefix },
      messages: times.map((created) => ({
        info: { id: `${prefix}${created}`, role: 'assistant', time: { created } },
        parts: [
          {
            type: 'tool',
            callID: `c${created}`,
            tool: 'use',
            state: { status: 'completed', input: {}, output: 'x' },
          },
        ],
      })),
    })
  const home = join(folder, 'forks')
  mkdirSync(home)
  writeFileSync(join(home, 'a.jsonl'), codexLines('a', {}, ['c1', 'c2']))
  writeFileSync(join(home, 'b.jsonl'), codexLines('b', { forked_from_id: 'a' }, ['c1', 'c2', 'c3']))
  writeFileSync(join(home, 'c.jsonl'), codexLines('c', { forked_from_id: 'b' }, ['c1', 'c2', 'c3', 'c4']))
  writeFileSync(join(home, 'd.jsonl'), codexLines('d', {}, ['c1']))
  writeFileSync(join(home, 'e.json'), opencodeText('e', [1, 2]))
  writeFileSync(join(home, 'f.json'), opencodeText('f', [1, 2, 3]))
  const counts = (await all([home])).map(
    (read) => read.kind === 'session' && [read.session.calls, read.session.copiedCalls],
  )
  expect(counts).toEqual([
    [2, 0],
    [3, 2],
    [4, 3],
    [1, 0],
    [2, 0],
    [3, 2],
  ])
})

test('a schema is proposed that a skill can be made of', async () => {
  const totals = new SessionTotals(new Names(true))
  for (const seed of [1, 2, 3]) {
    const lines = madeFormats.pi?.lines(madeSession(seed, { tails: true, opaque: false })) ?? []
    totals.add(await audit(`schema-${seed}.jsonl`, linesOf(lines)))
  }
  const schema = sessionSchema(totals)
  expect(Object.keys(schema.properties as object)).toEqual(
    expect.arrayContaining(['constraints', 'files', 'facts']),
  )
  const skill = compileSkill({ name: 'coding', instructions: '', schema, initialState: {} })
  expect(certify(skill, { maxObservationChars: 1_000 }).bounded).toBe(true)
})

test('findings before --since are left out', async () => {
  const before = await audit('since.jsonl', linesOf(made), '2026-03-10T00:00:00.000Z')
  expect([before.needs, before.cuts.length, before.calls]).toEqual([0, 0, 30])
})

test('with redact no report holds a secret, in whichever of a thousand places it was', async () => {
  const secret = 'hunter2-0815-zebra'
  const words = linesOf(made)
  const text = words
    .replaceAll(/k-3-\d+x|OST-\d+/g, secret)
    .replaceAll('"/srv"', `"/srv/${secret}"`)
    .replaceAll('"name":"use"', `"name":"${secret}"`)
    .replaceAll('"trigger":"auto"', `"trigger":"${secret}"`)
    .replaceAll('"version":"2.1.220"', `"version":"${secret}"`)
  // Every string of every record in turn, as a value and as a key.
  const planted = linesOf(made)
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const places: string[] = []
      for (const match of line.matchAll(/"(?:[^"\\]|\\.)*"/g))
        places.push(`${line.slice(0, match.index)}"${secret}"${line.slice(match.index + match[0].length)}`)
      return places.slice(0, 12)
    })
  expect(planted.length).toBeGreaterThan(1_000)
  const names = new Names(true)
  const totals = new SessionTotals(names)
  const reports: string[] = []
  for (const [name, content] of [
    [secret, `${text}{"type":"${secret}"}\n{${secret}\n`],
    ['planted', `${words}${planted.join('\n')}\n`],
    ['alone', planted.join('\n')],
  ] as const) {
    const session = await audit(`${name}.jsonl`, content)
    totals.add(session)
    reports.push(fileLine(session, names), JSON.stringify(sessionJson(session, names)))
  }
  const { sessionsHtml } = await import('../report/html/sessions-page.ts')
  reports.push(sessionsMarkdown(totals), sessionsHtml(totals))
  expect(reports.join('\n').toLowerCase()).not.toContain('zebra')
  expect(sessionsMarkdown(totals)).toMatch(/lost/)
})

test('values are shown shortened, and secrets not at all', () => {
  const open = new Names(false)
  expect(open.value('hunter2-0815-zebra')).toBe('hunter2-…ebra')
  for (const secret of [
    'sk-ant-abcdefgh12345',
    'ghp_abcdefghijklmnop',
    'AKIAABCDEFGHIJKL',
    'Authorization: Bearer abc.def-123456',
    'postgres://user:pass@db/x',
    'PASSWORD=hunter2-0815',
  ])
    expect(open.value(secret)).toBe(`(${secret.length} characters)`)
})
