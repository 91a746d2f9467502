import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { SessionAudit } from './findings.ts'
import { readSessions } from './index.ts'

/** Sessions of many versions with what is known of them; not part of this repository. */
const beside = new URL('../../../../../shared/coding-sessions/', import.meta.url)
const folder = process.env.SKILL_STATE_SESSIONS ?? fileURLToPath(beside)
const known = join(folder, 'golden.expected.json')

interface Expected {
  readonly files: readonly string[]
  readonly calls?: number
  readonly usage?: Readonly<Record<string, number>>
  readonly compactions?: readonly Readonly<Record<string, unknown>>[]
  readonly lost?: readonly Readonly<Record<string, string>>[]
  readonly unknown?: readonly Readonly<Record<string, string>>[]
  readonly refound?: readonly Readonly<Record<string, string>>[]
  readonly shownPlaces?: readonly string[]
  readonly badLines?: number
}

if (!existsSync(known)) test('golden sessions', ({ skip }) => skip('../shared/coding-sessions'))

const describeHere = existsSync(known) ? describe : () => {}
describeHere('golden sessions', () => {
  const all = existsSync(known)
    ? (JSON.parse(readFileSync(known, 'utf8')) as Readonly<Record<string, Expected>>)
    : {}

  test.each(Object.entries(all))('%s', async (_, expected) => {
    const texts: string[] = []
    const file = expected.files.find((each) => !each.includes('/')) ?? ''
    let session: SessionAudit | undefined
    const onEvent = (event: { kind: string; message?: { content: string } }): void => {
      texts.push(event.message?.content ?? '')
    }
    for await (const read of readSessions([join(folder, file)], { onEvent }))
      if (read.kind === 'session') session = read.session
    if (session === undefined) throw new Error(`${file} is not read`)
    const shown = texts.join('\n')
    if (expected.calls !== undefined) expect(session.calls).toBe(expected.calls)
    for (const kind of ['lost', 'unknown', 'refound'] as const) {
      const found = session[kind].map(({ call, value, cut, source, ...rest }) =>
        'by' in rest
          ? { call, value, cut: `compaction:${cut}`, source, by: rest.by }
          : { call, value, cut: `compaction:${cut}`, source },
      )
      if (expected[kind] !== undefined) expect(sorted(found)).toEqual(sorted(expected[kind]))
    }
    for (const [at, cut] of (expected.compactions ?? []).entries()) {
      const seen = session.cuts[at]
      expect(seen?.index).toBe(cut.index)
      expect(seen?.shownAfter).toBe(cut.shownAfter)
      // What a file does not hold is not guessed.
      if (seen?.trigger !== undefined) expect(seen.trigger).toBe(cut.trigger)
      if (seen?.hostBefore !== undefined) expect(seen.hostBefore).toBe(cut.preTokens)
      if (seen?.shownBefore !== undefined) expect(seen.shownBefore).toBe(cut.shownBefore)
    }
    if (expected.usage !== undefined) expect(usageOf(session, expected.usage)).toEqual(expected.usage)
    const isRewritten = session.notes.some((note) => note.includes('rewrote'))
    if (!isRewritten)
      for (const place of expected.shownPlaces ?? []) expect(shown).toContain(`here-${place}-`)
    expect(shown).not.toContain('nowhere-')
    expect(session.damage).toHaveLength(expected.badLines ?? 0)
    expect(session.unknownKinds).toEqual({})
  })

  test('a fork is not counted twice', async () => {
    const files = ['parent', 'child'].map((name) => join(folder, `claude-code-fork-${name}.jsonl`))
    const counts: (readonly [number, number])[] = []
    for await (const read of readSessions(files))
      if (read.kind === 'session') counts.push([read.session.calls, read.session.copiedCalls])
    expect(counts).toEqual([
      [2, 0],
      [2, 1],
    ])
  })
})

function sorted(facts: readonly object[]): readonly string[] {
  return facts.map((fact) => JSON.stringify(fact, Object.keys(fact).sort())).sort()
}

function usageOf({ usage }: SessionAudit, like: Readonly<Record<string, number>>): Record<string, number> {
  const { promptTokens, cachedTokens, cacheWriteTokens, completionTokens } = usage
  if ('totalInput' in like)
    return { totalInput: promptTokens, cachedInput: cachedTokens, output: completionTokens }
  const input = promptTokens - cachedTokens - cacheWriteTokens
  return { input, cacheRead: cachedTokens, cacheWrite: cacheWriteTokens, output: completionTokens }
}
