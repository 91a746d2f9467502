import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../../test/folder.ts'
import { scripted } from '../scripted.ts'

import { recording } from './recording.ts'
import { replay } from './replay.ts'
import { keyOf, requestText, responseFile, schemaFile } from './request-key.ts'

const keyFor = (prompt: string, salt?: string): string =>
  keyOf(requestText({ id: 'scripted' }, { prompt }, { salt }))

/** A folder with these replies to the prompt `p`. */
async function recorded(...replies: readonly string[]): Promise<string> {
  const folder = createFolder()
  const recorder = recording(scripted(replies), folder)
  for (const _ of replies) await recorder.generate({ prompt: 'p' })
  return folder
}

test('a listener hears a reply as it is recorded, and replayed in one piece', async () => {
  const folder = createFolder()
  const pieces: string[] = []
  const onText = (piece: string): void => void pieces.push(piece)
  await recording(scripted(['Go north.']), folder).generate({ prompt: 'p', onText })
  expect(pieces.splice(0)).toEqual(['Go', ' north.'])
  await replay(folder).generate({ prompt: 'p', onText })
  expect(pieces).toEqual(['Go north.'])
})

describe('a request that is not on record', () => {
  test('is named in one line', async () => {
    const folder = await recorded('one')
    const prompt = `  Where\n\tto?\u001b[31m ${'🧭'.repeat(100)}`
    const beginning = `Where to? [31m ${'🧭'.repeat(65)}…`
    await expect(replay(folder, { salt: '7' }).generate({ prompt })).rejects.toMatchObject({
      name: 'SkillStateError',
      code: 'unknown-request',
      message: `${folder} holds no response of scripted to the prompt "${beginning}" (key ${keyFor(prompt, '7')}, salt "7"); run under the conditions of the recording, or record this run too`,
    })
  })

  test.each([
    [1, 'only 1 response, already given,'],
    [2, 'only 2 responses, all given,'],
  ])('is so after its %i responses', async (count, amount) => {
    const folder = await recorded(...['one', 'two'].slice(0, count))
    const model = replay(folder)
    for (let call = 0; call < count; call += 1) await model.generate({ prompt: 'p' })
    const message = `${folder} holds ${amount} of scripted to the prompt "p" (key ${keyFor('p')}); run under the conditions of the recording, or record this run too`
    for (let call = 0; call < 2; call += 1) {
      await expect(model.generate({ prompt: 'p' })).rejects.toMatchObject({
        code: 'unknown-request',
        message,
      })
    }
  })

  test('is one with another schema, not one with other breakpoints', async () => {
    const model = replay(await recorded('one'))
    const other = model.generate({ prompt: 'p', answerSchema: {} })
    await expect(other).rejects.toMatchObject({ code: 'unknown-request' })
    expect(await model.generate({ prompt: 'p', cacheBreakpoints: [1] })).toMatchObject({ text: 'one' })
  })

  test('so is a schema that the model was not asked about', () => {
    const folder = createFolder()
    recording({ ...scripted([]), enforce: () => ({ enforced: true, dialect: 'd' }) }, folder)
    expect(() => replay(folder).enforce?.({})).toThrow(
      expect.objectContaining({
        code: 'unknown-request',
        message: expect.stringContaining(`${folder} does not say whether replies keep to the schema`),
      }),
    )
  })
})

test('calls that overlap are answered in the order in which they start', async () => {
  const model = replay(await recorded('1', '2', '3'))
  const calls = [1, 2, 3].map(() => model.generate({ prompt: 'p' }))
  expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(['1', '2', '3'])
})

test('an aborted call takes no response', async () => {
  const model = replay(await recorded('1'))
  const reason = new Error('enough')
  const aborted = model.generate({ prompt: 'p', signal: AbortSignal.abort(reason) })
  await expect(aborted).rejects.toBe(reason)
  expect((await model.generate({ prompt: 'p' })).text).toBe('1')
})

test('each replay begins anew', async () => {
  const folder = await recorded('1', '2')
  for (const model of [replay(folder), replay(folder)]) {
    expect((await model.generate({ prompt: 'p' })).text).toBe('1')
  }
})

test('what a killed process left over is passed by', async () => {
  const folder = await recorded('1')
  writeFileSync(`${responseFile(folder, keyFor('p'), 2)}.0-0.tmp`, '{"format')
  const model = replay(folder)
  await model.generate({ prompt: 'p' })
  await expect(model.generate({ prompt: 'p' })).rejects.toMatchObject({ code: 'unknown-request' })
})

const good = { text: 'Go.', finishReason: 'stop', usage: {}, model: 'm' }
const asked = requestText({ id: 'scripted' }, { prompt: 'p' }, {})
const entry = (response: unknown): string => `${asked}\n${JSON.stringify({ response })}\n`

describe('a damaged or foreign file is named with its line', () => {
  const bad = async (content: string | Buffer): Promise<string> => {
    const folder = await recorded('one')
    const file = responseFile(folder, keyFor('p'), 1)
    writeFileSync(file, content)
    const thrown: unknown = await replay(folder)
      .generate({ prompt: 'p' })
      .catch((error: unknown) => error)
    expect(thrown).toMatchObject({ name: 'SkillStateError', code: 'invalid-recording' })
    const { message } = thrown as Error
    expect(message.startsWith(`${file}:`)).toBe(true)
    expect(message.endsWith('; restore the file, or remove it and record again')).toBe(true)
    return message.slice(file.length + 1).split(';', 1)[0] ?? ''
  }

  test.each([
    ['nothing', '', '1: the line is not the one that the file is named after'],
    ['a part', asked.slice(0, 9), '1: the line is not the one that the file is named after'],
    ['one line', asked, '1: the line is not the one that the file is named after'],
    [
      'another request',
      entry(good).replace('"p"', '"q"'),
      '1: the line is not the one that the file is named after',
    ],
    ['no answer', `${asked}\n`, '2: the line is not JSON'],
    ['a cut answer', entry(good).slice(0, -9), '2: expected one whole line, and the last one'],
    ['no line break', entry(good).slice(0, -1), '2: expected one whole line, and the last one'],
    ['a third line', `${entry(good)}\n`, '2: expected one whole line, and the last one'],
    ['no JSON', `${asked}\n{"response":}\n`, '2: the line is not JSON'],
    ['zeros', `${asked}\n${'\0'.repeat(9)}\n`, '2: the line is not JSON'],
    ['no UTF-8', Buffer.from(entry({ ...good, text: 'é' }), 'latin1'), '2: the line is not UTF-8'],
    ['a list', `${asked}\n[]\n`, '2: expected a JSON object'],
    ['no response', `${asked}\n{}\n`, '2: expected a JSON object'],
    ['a number for a text', entry({ ...good, text: 1 }), '2: expected "text" to be text'],
    [
      'a strange finish',
      entry({ ...good, finishReason: 'x' }),
      '2: expected "finishReason" to be a finish reason',
    ],
    [
      'no usage',
      entry({ ...good, usage: undefined }),
      '2: expected "usage" to be an object with whole numbers of tokens',
    ],
    [
      'half a token',
      entry({ ...good, usage: { inputTokens: 0.5 } }),
      '2: expected "usage" to be an object with whole numbers of tokens',
    ],
    ['raw usage that is a list', entry({ ...good, rawUsage: [] }), '2: expected "rawUsage" to be an object'],
    [
      'an unknown replayer',
      entry({ ...good, replayed: true }),
      '2: expected "replayed" to be "cache" or "recording"',
    ],
    ['no model', entry({ ...good, model: null }), '2: expected "model" to be text'],
    [
      'half a fault',
      entry({ ...good, fault: { class: 'x' } }),
      '2: expected "fault" to be an injected fault',
    ],
  ])('%s', async (_, content, reason) => {
    expect(await bad(content)).toBe(reason)
  })

  test('a folder in its place', async () => {
    const folder = await recorded('one')
    const file = responseFile(folder, keyFor('p'), 1)
    rmSync(file)
    mkdirSync(file)
    await expect(replay(folder).generate({ prompt: 'p' })).rejects.toMatchObject({
      code: 'invalid-recording',
      message: expect.stringMatching(/\.1\.jsonl:1: .*EISDIR/),
    })
  })

  test.each<[string, unknown]>([
    ['expected "dialect" to be text', { enforced: true }],
    ['expected "enforced" to be true or false', { dialect: 'd', reasons: [] }],
    ['expected "reasons" to be a list of issues', { enforced: false, dialect: 'd', reasons: [{}] }],
  ])('a schema with another answer: %s', (reason, answer) => {
    const folder = createFolder()
    recording({ ...scripted([]), enforce: () => ({ enforced: true, dialect: 'd' }) }, folder)
    writeFileSync(schemaFile(folder, '{}'), `{}\n${JSON.stringify(answer)}\n`)
    expect(() => replay(folder).enforce?.({})).toThrow(
      expect.objectContaining({
        code: 'invalid-recording',
        message: expect.stringContaining(`${schemaFile(folder, '{}')}:2: ${reason};`),
      }),
    )
  })
})

describe('a header', () => {
  const header = { format: 1, id: 'm', enforces: false }

  test.each<[string, JsonObject]>([
    ['expected "format" to be 1', { ...header, format: 2 }],
    ['expected "id" to be text', { ...header, id: null }],
    ['expected "notice" to be text', { ...header, notice: 1 }],
    ['expected "enforces" to be true or false', { ...header, enforces: 1 }],
    ['expected "settings" to be an object', { ...header, settings: [] }],
    ['expected "capabilities" to be capabilities', { ...header, capabilities: { contextTokens: '1' } }],
    ['expected "capabilities" to be capabilities', { ...header, capabilities: { notes: [1] } }],
    [
      'expected "capabilities" to be capabilities',
      { ...header, capabilities: { prices: { date: '2026-11-21', input: -1, output: 0 } } },
    ],
  ])('%s', (reason, content) => {
    const folder = createFolder()
    const file = join(folder, 'model.json')
    writeFileSync(file, `${JSON.stringify(content)}\n`)
    const error = expect.objectContaining({
      code: 'invalid-recording',
      message: `${file}:1: ${reason}; restore the file, or remove it and record again`,
    })
    expect(() => replay(folder)).toThrow(error)
    expect(() => recording(scripted([]), folder)).toThrow(error)
  })

  test('that is missing', () => {
    const folder = createFolder()
    expect(() => replay(join(folder, 'nowhere'))).toThrow(
      expect.objectContaining({
        code: 'invalid-recording',
        message: `${join(folder, 'nowhere')} is no recording: model.json is missing; name a folder that was recorded into`,
      }),
    )
  })

  test('that is enough for a model', () => {
    const folder = createFolder()
    writeFileSync(join(folder, 'model.json'), `${JSON.stringify(header)}\n`)
    const model = replay(folder)
    expect(Object.keys(model)).toEqual(['id', 'generate'])
    expect(model.id).toBe('m')
  })
})
