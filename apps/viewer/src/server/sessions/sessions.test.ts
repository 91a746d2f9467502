import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPrompt, compileSkill, State } from '@skill-state/core'
import type { JournalDecision } from '@skill-state/core/journal'
import { type JournalStore, openJournal } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { openSqliteJournal } from '@skill-state/core/journal/sqlite'
import { beforeAll, expect, test } from 'vitest'
import { conditionsOf, playEpisode, writeRun } from '../../../test/play-episode.ts'
import { WINDOW_STEPS } from '../../manifest/session.ts'
import { openCatalogue } from '../catalogue/catalogue.ts'
import { copyView } from '../write-static.ts'

const skill = compileSkill({
  name: 'desk',
  instructions: 'Serve.',
  schema: { type: 'object', properties: { seen: { type: 'string' } }, additionalProperties: false },
  initialState: {},
})
const asked = { instructions: 'Serve.', form: { action: 'json' } }

/** A session that notes a name and then wants to book, which waits for an approval. */
function write(store: JournalStore, id: string): void {
  const journal = openJournal(store, { skill, id })
  journal.started({ text: '', done: false, waiting: { for: 'reply' } })
  journal.received({ text: 'I am Ada.' })
  journal.resumed(0, { text: 'The user says: I am Ada.', done: false }, 1)
  const first: JournalDecision = {
    index: 0,
    patch: { seen: 'Ada' },
    action: { look: {} },
    commit: 'after-accept',
    asked,
    spent: { calls: 1, inputTokens: 20, outputTokens: 4, costUsd: 0.5 },
  }
  journal.decided(first)
  const state = State.over({ seen: 'Ada' })
  journal.answered({ index: 0, state, observation: { text: 'R1 is free', done: false } })
  journal.decided({ index: 1, action: { book: { room: 'R1' } }, commit: 'after-accept' })
  journal.waiting(1, { for: 'approval', reason: 'it costs 900' })
  store.close()
}

let root: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sessions-'))
  const deep = join(root, 'a', 'b', 'sessions')
  mkdirSync(deep, { recursive: true })
  write(openFileJournal(join(deep, 'ada.jsonl')), 'ada')
  write(openSqliteJournal(join(deep, 'bob.sqlite')), 'bob')
  writeFileSync(join(deep, 'notes.jsonl'), '{"other":1}\n')
  writeFileSync(join(deep, 'torn.jsonl'), '{"open":0,"format":1}\n')
  const runtimes = { prompt: {} }
  const run = writeRun('x', conditionsOf(runtimes), [await playEpisode('prompt', runtimes.prompt)])
  cpSync(run, join(root, 'exp', '2026', 'scaling'), { recursive: true })
})

test('runs and journals are found at any depth', () => {
  const { runs, episodes } = openCatalogue(root).manifest(Number.POSITIVE_INFINITY)
  expect(runs.map(({ name, sessions }) => [name, sessions])).toEqual([
    ['exp › 2026 › scaling', undefined],
    ['a › b › sessions', true],
  ])
  const rows = episodes.filter(({ run }) => run === 'a › b › sessions')
  expect(rows).toMatchObject([
    { file: 'episodes/ada.jsonl.jsonl', task: 'ada', benchmark: 'desk', status: 'approval', steps: 1 },
    { file: 'episodes/bob.sqlite.jsonl', task: 'bob', status: 'approval' },
    { file: 'episodes/torn.jsonl.jsonl', status: 'unreadable' },
  ])
  expect(rows[0]).toMatchObject({ calls: 1, tokens: 24, cost: 0.5 })
  expect(rows[0]?.reason).toContain('it costs 900')
})

test.each(['ada.jsonl', 'bob.sqlite'])(
  'the session of %s has steps, states, prompts and what waits',
  (name) => {
    const catalogue = openCatalogue(join(root, 'a', 'b', 'sessions', name))
    const [row] = catalogue.manifest(Number.POSITIVE_INFINITY).episodes
    const [session] = catalogue.session(name, row?.file ?? '')
    expect(session?.states).toEqual([{}, { seen: 'Ada' }])
    expect(session?.trace.observations?.map(({ text }) => text)).toEqual([
      'The user says: I am Ada.',
      'R1 is free',
    ])
    expect(session?.trace.steps).toMatchObject([{ index: 0, patch: { seen: 'Ada' }, action: { look: {} } }])
    expect(session?.prompts).toEqual([
      buildPrompt(skill.skill, {}, 'The user says: I am Ada.', { action: 'json' }),
    ])
    expect(session?.waiting).toMatch(/^waits for an approval: it costs 900\n[\s\S]*R1/)
  },
)

test('a step of several calls is one step, with what each has led to in its result', () => {
  const folder = mkdtempSync(join(tmpdir(), 'list-'))
  const store = openFileJournal(join(folder, 'a.jsonl'))
  const journal = openJournal(store, { skill, id: 'a' })
  const action = { calls: [{ look: { at: 1 } }, { look: { at: 2 } }] }
  journal.started({ text: 'Go', done: false })
  journal.decided({ index: 0, action, commit: 'before-action' })
  journal.called(0, 1, { result: { text: '[image-x: image, image/png, 4 bytes]', done: false } })
  const observation = { text: '[1 of 2] a\n[2 of 2] b', done: false }
  journal.answered({ index: 0, state: skill.initialState, observation })
  store.close()
  const catalogue = openCatalogue(folder)
  const [row] = catalogue.manifest(Number.POSITIVE_INFINITY).episodes
  expect(row).toMatchObject({ steps: 1, task: 'a' })
  const [session] = catalogue.session(row?.run ?? '', row?.file ?? '')
  expect(session?.trace.steps).toMatchObject([{ index: 0, action, result: { text: observation.text } }])
})

test('a long session comes in windows, each with the steps that follow those of the one before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'long-'))
  const store = openFileJournal(join(folder, 'a.jsonl'))
  const journal = openJournal(store, { skill, id: 'a' })
  journal.started({ text: 'event 0', done: false })
  const total = 2 * WINDOW_STEPS + 3
  for (let index = 0; index < total; index += 1) {
    const patch = { seen: `item ${index}` }
    journal.decided({
      index,
      patch,
      action: { look: {} },
      commit: 'before-action',
      asked: index === 0 ? asked : undefined,
    })
    const observation = { text: `event ${index + 1}`, done: false }
    journal.answered({ index, state: State.over(patch), observation })
  }
  store.close()
  const catalogue = openCatalogue(folder)
  const [row] = catalogue.manifest(Number.POSITIVE_INFINITY).episodes
  expect(row).toMatchObject({ steps: total })
  const { run = '', file = '' } = row ?? {}
  const windows = [...catalogue.session(run, file)]
  expect(windows.map(({ from, trace }) => [from, trace.steps.length])).toEqual([
    [0, WINDOW_STEPS],
    [WINDOW_STEPS, WINDOW_STEPS],
    [2 * WINDOW_STEPS, 3],
  ])
  for (const [number, window] of windows.entries()) {
    expect([...catalogue.session(run, file, number)]).toEqual([window])
    const { from, states, prompts, parts, trace } = window
    expect(states[0]).toEqual(from === 0 ? {} : { seen: `item ${from - 1}` })
    expect(prompts[1]).toContain(`{"seen":"item ${from}"}`)
    expect(parts[1]?.state?.chars).toBe(JSON.stringify(states[1]).length)
    expect(trace.observations?.length).toBe(number === 2 ? 4 : WINDOW_STEPS)
  }
  expect([...catalogue.session(run, file, 3)]).toEqual([])
})

test('a journal that grows is read again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  const path = join(folder, 'a.jsonl')
  const store = openFileJournal(path)
  const journal = openJournal(store, { skill, id: 'a' })
  const catalogue = openCatalogue(folder)
  expect(catalogue.manifest(Number.POSITIVE_INFINITY).episodes[0]).toMatchObject({ steps: 0 })
  journal.started({ text: 'Go', done: false })
  journal.decided({ index: 0, action: 'wait', commit: 'before-action' })
  journal.answered({ index: 0, state: skill.initialState, observation: { text: 'done', done: true } })
  expect(catalogue.manifest(Number.POSITIVE_INFINITY).episodes[0]).toMatchObject({
    steps: 1,
    status: 'terminated',
  })
  store.close()
})

test('a static copy has the sessions', () => {
  const [app, out] = [mkdtempSync(join(tmpdir(), 'app-')), join(mkdtempSync(join(tmpdir(), 'out-')), 'site')]
  copyView(root, app, out)
  const copy = join(out, 'data', 'sessions', 'a › b › sessions', 'episodes', 'ada.jsonl.jsonl', '0.json')
  expect(JSON.parse(readFileSync(copy, 'utf8'))).toMatchObject({ states: [{}, { seen: 'Ada' }] })
})

test.each([
  ['missing', /no such|is not a run folder|run\.json/],
  ['a/b/sessions/notes.jsonl', /is a file, not a journal or the folder of a run/],
])('%s is rejected in one line', (path, message) => {
  expect(() => openCatalogue(join(root, path))).toThrow(message)
})
