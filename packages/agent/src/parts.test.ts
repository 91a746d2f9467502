import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Model, type ModelRequest, promptLength, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fileSessions } from './files.ts'
import { type Agent, agent, memorySessions, type SessionStore } from './index.ts'

const image = (data: string) => ({ type: 'image', mediaType: 'image/png', data }) as const

/** Notes the first handle that it is shown if it is told to keep it, draws if it is told to, and replies otherwise. */
function clerk(requests: ModelRequest[], sees?: readonly string[]): Model {
  return {
    id: 'clerk',
    ...(sees && { capabilities: { sees } }),
    generate: async (request) => {
      requests.push(request)
      const text = promptText(request.prompt)
      const observation = text.slice(text.lastIndexOf('Latest Observation:'))
      const handle = /image-[\w-]{22}/.exec(observation)?.[0]
      const state_patch = /keep/.test(observation) && handle ? { picture: handle } : {}
      const draws = /draw/.test(observation) && !observation.includes('Result:')
      const action = draws ? { draw: {} } : { reply: 'ok' }
      return {
        text: `\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``,
        finishReason: 'stop',
        usage: {},
        model: 'clerk',
      }
    },
  }
}

const desk = (model: Model): Agent<{ picture: string }> =>
  agent({
    model,
    instructions: 'Look.',
    state: z.object({ picture: z.string().max(40).default('') }),
    tools: {
      draw: {
        description: 'Draws.',
        input: z.object({}),
        execute: () => ({ parts: [{ type: 'text', text: 'Drawn.' }, image('RFJBVw==')] }),
      },
    },
  })

const shown = (request: ModelRequest | undefined): readonly string[] =>
  [request?.prompt ?? []].flat().flatMap((message) => {
    const parts = typeof message === 'object' && message.role === 'user' ? message.parts : []
    return (parts ?? []).map(({ data }) => data)
  })

test('shows an image in the turn of its message, and later while the state names it', async () => {
  const requests: ModelRequest[] = []
  const made = desk(clerk(requests, ['image/png']))
  const folder = mkdtempSync(join(tmpdir(), 'parts-'))
  const session = await made.open({ id: 'a', store: fileSessions(folder) })
  await session.ask('look and draw', { parts: [image('QUJD')] })
  expect(requests.map(shown)).toEqual([['QUJD'], ['QUJD', 'RFJBVw==']])
  expect(promptText(requests[1]?.prompt ?? '')).toMatch(
    /Result: \[image-[\w-]{22}: image, image\/png, 4 bytes\]/,
  )
  await session.ask('now without')
  expect(shown(requests[2])).toEqual([])
  await session.ask('keep this', { parts: [image('QUJD')] })
  await session.ask('what was it?')
  expect(shown(requests[4])).toEqual(['QUJD'])
  const { certificate } = made
  for (const { prompt } of requests) {
    if (certificate.bounded)
      expect(promptLength(prompt)).toBeLessThanOrEqual(certificate.promptChars + (certificate.partChars ?? 0))
  }
  // The bytes are kept once, beside the journal, and another process has them.
  expect(readFileSync(join(folder, 'a.jsonl'), 'utf8')).not.toContain('QUJD')
  const kept = readdirSync(join(folder, 'a.results'))
  expect(kept.filter((file) => file.startsWith('image-'))).toHaveLength(2)
  await session.close()
  const later = await made.open({ id: 'a', store: fileSessions(folder) })
  await later.ask('and now?')
  expect(shown(requests[5])).toEqual(['QUJD'])
  // What a crash cut off is not shown, and the prompt says so.
  for (const file of kept) writeFileSync(join(folder, 'a.results', file), '{"type":"ima')
  await later.ask('and now?')
  expect(shown(requests[6])).toEqual([])
  expect(promptText(requests[6]?.prompt ?? '')).toContain(
    '[1 of the images and files named above are not shown',
  )
  await later.close()
})

test('keeps four images of a message, and says how many it left out', async () => {
  const requests: ModelRequest[] = []
  const session = await desk(clerk(requests, ['image/png'])).open({ id: 'a' })
  const parts = ['QUFB', 'QkJC', 'Q0ND', 'RERE', 'RUVF'].map(image)
  await session.ask('look', { parts })
  expect(shown(requests[0])).toHaveLength(4)
  expect(promptText(requests[0]?.prompt ?? '')).toContain('[1 more are not kept: 4 at most]')
})

test('a model that reads no images gets a line for each', async () => {
  const requests: ModelRequest[] = []
  const session = await desk(clerk(requests)).open({ id: 'a' })
  await session.ask('look', { parts: [image('QUJD'), image('no base64!')] })
  expect(typeof requests[0]?.prompt).toBe('string')
  const prompt = promptText(requests[0]?.prompt ?? '')
  expect(prompt).toMatch(
    /\[image-[\w-]{22}: image, image\/png, 3 bytes, not shown: the model reads no image\/png\]/,
  )
  expect(prompt).toContain('not kept: its data is not base64')
})

test('keeps the longest image that every provider takes, and of a longer one only a line', async () => {
  const requests: ModelRequest[] = []
  const session = await desk(clerk(requests, ['image/png'])).open({ id: 'a' })
  const longest = 'QUJD'.repeat(1_250_000)
  await session.ask('look', { parts: [image(longest), image(`${longest}QUJD`)] })
  expect(shown(requests[0]).map((data) => data.length)).toEqual([5_000_000])
  expect(promptText(requests[0]?.prompt ?? '')).toContain('not kept: 3750000 bytes at most]')
})

test('shows an image that its store reads only after a while', async () => {
  const requests: ModelRequest[] = []
  const inMemory = memorySessions()
  const store: SessionStore = {
    async open(id) {
      const place = await inMemory.open(id)
      const { results } = place
      return {
        ...place,
        results: {
          keep: (...given) => results.keep(...given),
          read: async (handle) => await results.read(handle),
        },
      }
    },
  }
  const session = await desk(clerk(requests, ['image/png'])).open({ id: 'a', store })
  await session.ask('look', { parts: [image('QUJD')] })
  expect(shown(requests[0])).toEqual(['QUJD'])
})

test('rejects parts that are none before anything is recorded', async () => {
  const session = await desk(clerk([])).open({ id: 'a' })
  const parts = [{ type: 'image', mediaType: 'png', data: 'QUJD' }] as const
  await expect(session.ask('look', { parts })).rejects.toThrow('parts: expected images and files')
  expect(session.messages(9)).toEqual([])
})
