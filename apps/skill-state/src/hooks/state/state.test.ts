import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileSessions } from '@skill-state/agent/files'
import { openJournal } from '@skill-state/core/journal'
import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { scratchHome } from '../../../test/hooks-home.ts'
import { DEFAULT_CHARS, MAX_CHARS, MIN_CHARS } from '../limits.ts'
import { fileId, hooksHome, notesFile } from '../places.ts'
import { plainJson } from '../plain.ts'
import { runStateTool } from '../state-tools.ts'
import { type HeldState, type Place, withState } from './coding-state.ts'
import { addNote } from './notes.ts'
import { codingSkill } from './schema.ts'
import { certifiedChars, sessionText, stateText } from './text.ts'

afterEach(() => vi.unstubAllEnvs())

const project: Place = { scope: 'project', name: '/srv/ferry' }
const session: Place = { scope: 'session', name: 's1' }
const use = <T>(place: Place, work: (held: HeldState) => T, maxChars = DEFAULT_CHARS): Promise<T> =>
  withState(place, { maxChars, until: Date.now() + 60_000 }, work)
const stateOf = (place: Place): Promise<JsonObject> => use(place, ({ state }) => state.toJSON())

describe('the text of a session', () => {
  test('is proved to keep to every limit that can be chosen', () => {
    for (let limit = MIN_CHARS; limit <= MAX_CHARS; limit += 125)
      expect(certifiedChars(limit)).toBeLessThanOrEqual(limit)
    expect(certifiedChars(DEFAULT_CHARS)).toBe(3_987)
  })

  test('is never longer than the certificate, whatever the patches are', async () => {
    scratchHome()
    const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 24 })
    const map = fc.dictionary(key, fc.string({ unit: 'binary', minLength: 60, maxLength: 300 }), {
      maxKeys: 5,
    })
    const patches = fc.array(fc.record({ constraints: map, decisions: map, tasks: map }), { maxLength: 3 })
    let longest = 0
    await fc.assert(
      fc.asyncProperty(patches, async (all) => {
        const held = await use(project, ({ patch, state }) => {
          for (const each of all) patch('', 'x', plainJson(each) as JsonObject)
          return { name: 'p'.repeat(500), version: 1, state: state.toJSON() }
        })
        const text = stateText(held, { ...held, state: {} }, Number.POSITIVE_INFINITY)
        longest = Math.max(longest, text.length)
        expect(text.length).toBeLessThanOrEqual(certifiedChars(DEFAULT_CHARS))
      }),
      { numRuns: 20 },
    )
    expect(longest).toBeGreaterThan(1_000)
  })

  test('leaves lines out, and says so, if the state was kept with a higher limit', async () => {
    scratchHome()
    const tasks = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`task-${at}`, 'x'.repeat(90)]))
    const result = await use(project, ({ patch }) => patch('', 'x', { tasks, constraints: tasks }), MAX_CHARS)
    expect(result.ok).toBe(true)
    const options = { maxChars: MIN_CHARS, until: Date.now() + 60_000 }
    const text = await sessionText({ session: 's1', cwd: project.name, parent: undefined }, options)
    expect(text.length).toBeLessThanOrEqual(MIN_CHARS)
    expect(text).toMatch(/\n- task-0: x+\n[\s\S]*\n\(more: state_get\)$/)
  })

  test('of a fork begins with the state of its parent', async () => {
    scratchHome()
    addNote('parent', { told: 'x', patch: { request: 'Set it to 52.' } })
    const options = { maxChars: DEFAULT_CHARS, until: Date.now() + 60_000 }
    const text = await sessionText({ session: 'child', cwd: project.name, parent: 'parent' }, options)
    expect(text).toMatch(/Session child, version 1\nrequest: Set it to 52\.\n/)
  })
})

describe('notes of hooks', () => {
  test('are part of the state once, in their order; a torn one spoils no other', async () => {
    scratchHome()
    addNote('s1', { told: 'a', patch: { request: 'one' } })
    writeFileSync(notesFile('s1'), '\n{"told": "torn', { flag: 'a' })
    addNote('s1', { told: 'b', patch: { commands: { 'pnpm test': 'failed' } } })
    expect(await stateOf(session)).toEqual({ request: 'one', commands: { 'pnpm test': 'failed' } })
    addNote('s1', { told: 'c', patch: { request: 'two' } })
    expect(await use(session, ({ version, why }) => [version, why('/request')])).toMatchObject([
      3,
      { value: 'two', step: { observation: { text: 'c' }, action: 'noted by a hook' } },
    ])
    expect(await use(session, ({ version }) => version)).toBe(3)
  })

  test('evict the oldest file when there is no room, and replace a plan as a whole', async () => {
    scratchHome()
    for (let at = 0; at < 8; at += 1)
      addNote('s1', { told: 'x', patch: { files: { [`f${at}`]: 'changed' } } })
    addNote('s1', { told: 'x', patch: { tasks: { 1: 'a', 2: 'b' } }, isPlan: true })
    addNote('s1', { told: 'x', patch: { tasks: { 1: 'b' } }, isPlan: true })
    const { files, tasks } = await stateOf(session)
    expect([Object.keys(files as object), tasks]).toEqual([['f3', 'f4', 'f5', 'f6', 'f7'], { 1: 'b' }])
  })
})

describe('a step that a process has left in the middle', () => {
  test.each([
    ['after it was told', false],
    ['after it was decided', true],
  ])('is ended by the next one, %s', async (_, isDecided) => {
    scratchHome()
    mkdirSync(hooksHome())
    const place = await fileSessions(join(hooksHome(), 'projects')).open(fileId(project.name))
    const journal = openJournal(place.journal, {
      skill: codingSkill('project', DEFAULT_CHARS),
      id: fileId(project.name),
    })
    journal.started({ text: 'told', done: false })
    const patch = { tasks: { a: 'b' } }
    if (isDecided)
      journal.decided({ index: 0, patch, action: 'x', commit: 'before-action', spent: { notes: 0 } })
    await place.close()
    expect(await stateOf(project)).toEqual(isDecided ? patch : {})
    await use(project, ({ patch: more }) => more('', 'x', { tasks: { c: 'd' } }))
    expect(await stateOf(project)).toEqual({ tasks: { ...(isDecided && patch.tasks), c: 'd' } })
  })
})

describe('a tool', () => {
  const call = async (tool: string, input: object): Promise<string> =>
    await runStateTool(tool, input, {
      cwd: '/srv/ferry',
      maxChars: DEFAULT_CHARS,
      until: Date.now() + 60_000,
    })

  test('writes, reads and explains values of the project and of a session', async () => {
    scratchHome()
    const patch = { constraints: { api: 'stays as it is' } }
    expect(JSON.parse(await call('state_patch', { patch, because: 'The user said so.' }))).toEqual({
      version: 1,
      state: patch,
    })
    expect(JSON.parse(await call('state_get', {}))).toEqual({ version: 1, state: patch })
    expect(JSON.parse(await call('state_get', { session: 's1' }))).toEqual({ version: 0, state: {} })
    expect(JSON.parse(await call('state_why', { pointer: '/constraints/api' }))).toMatchObject({
      value: 'stays as it is',
      writtenBy: 'state_patch',
      because: 'The user said so.',
    })
  })

  test.each([
    ['a field that there is not', { patch: { other: 1 } }, /^the patch is rejected: \/other/],
    ['a value of another type', { patch: { tasks: { a: 1 } } }, /^the patch is rejected: \/tasks\/a: /],
    ['a name that is too long', { patch: { tasks: { ['x'.repeat(30)]: 'a' } } }, /^the patch is rejected/],
    ['no patch', {}, /^\{"version":0/],
  ])('says in one line what is wrong with %s', async (_, input, reason) => {
    scratchHome()
    expect(await call('state_patch', input)).toMatch(reason)
    expect(await stateOf(project)).toEqual({})
  })

  test('keeps no secret and no second line', async () => {
    scratchHome()
    const patch = { decisions: { ghp_abcdefghijklmnop: 'use password=hunter2\nthen\u0000 🚀' } }
    await call('state_patch', { patch, because: 'token: abcdef' })
    expect(await stateOf(project)).toEqual({
      decisions: { '(20 characters)': 'use password=(7 characters) then\uFFFD \uFFFD' },
    })
  })
})
