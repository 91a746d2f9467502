import { type Model, type ModelRequest, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { contentOf, type Entry, embeddedAgent } from './index.ts'

const PNG = 'iVBORw0KGgo='
const image = (data: string) => ({ type: 'image', mediaType: 'image/png', data }) as const

test.for<readonly [what: string, given: Parameters<typeof contentOf>[0][number], shown: object | string]>([
  ['base64 with its type', { kind: 'image/png', data: 'QUJD' }, image('QUJD')],
  ['bytes', { kind: 'image/png', data: new Uint8Array([65, 66, 67]) }, image('QUJD')],
  ['a data address', { kind: 'image', data: 'data:image/png;base64,QUJD' }, image('QUJD')],
  ['an image whose type only its bytes say', { kind: 'image/*', data: PNG }, image(PNG)],
  [
    'a file with its name',
    { kind: 'application/pdf', data: 'QUJD', name: 'a.pdf' },
    { type: 'file', mediaType: 'application/pdf', data: 'QUJD', name: 'a.pdf' },
  ],
  ['an address', { kind: 'image/png', data: 'https://a.example/b.png' }, 'image/png'],
  ['an address of the SDK', { kind: 'image/*', data: new URL('https://a.example/b.png') }, 'image'],
  ['the id of a file at the provider', { kind: 'file', data: { id: 'file-1' } }, 'file'],
  ['a data address that is no base64', { kind: 'file', data: 'data:text/plain,QUJD' }, 'file'],
  ['nothing', { kind: 'video' }, 'video'],
])('%s is an image or a file, or a line that says why not', ([, given, shown]) => {
  const lineOf = (kind: string) => `[${kind}: not shown, because its bytes were not given with it]`
  expect(contentOf(['Look.', given])).toEqual(
    typeof shown === 'string' ? { text: `Look.\n${lineOf(shown)}` } : { text: 'Look.', parts: [shown] },
  )
})

function asked(requests: ModelRequest[]): Model {
  return {
    id: 'rules',
    generate: async (request) => {
      requests.push(request)
      const text = `\`\`\`json\n{"state_patch":{},"action":{"reply":"Reply ${requests.length}"}}\n\`\`\``
      return { text, finishReason: 'stop', usage: {}, model: 'rules' }
    },
  }
}

const imagesOf = ({ prompt }: ModelRequest): readonly string[] =>
  [prompt].flat().flatMap((message) => {
    const parts = typeof message === 'object' && message.role === 'user' ? message.parts : []
    return (parts ?? []).map(({ data }) => data)
  })

const user = (text: string, data: string): Entry => ({ by: 'user', text, parts: [image(data)] })
const said = (text: string): Entry => ({ by: 'assistant', text })

function start(requests: ModelRequest[], sees?: readonly string[]) {
  const agent = embeddedAgent({
    state: { type: 'object', additionalProperties: false },
    sees,
    onWarning() {},
  })
  const base = { session: 'a', model: asked(requests), instructions: 'Look.', tools: [] }
  return async (...transcript: Entry[]) => (await agent.step({ ...base, transcript })).text
}

test('the same text with another image is another message, and with the same image the same one', async () => {
  const requests: ModelRequest[] = []
  const step = start(requests)
  const talk = [user('What is this?', 'QUJD'), said('Reply 1'), user('And this?', 'QUJE')]
  expect(await step(...talk.slice(0, 1))).toBe('Reply 1')
  expect([await step(...talk), await step(...talk)]).toEqual(['Reply 2', 'Reply 2'])
  expect(await step(...talk.slice(0, 2), user('And this?', 'QUJF'))).toBe('Reply 3')
  expect(requests.map(imagesOf)).toEqual([['QUJD'], ['QUJE'], ['QUJF']])
})

test('a message may be an image alone', async () => {
  const requests: ModelRequest[] = []
  expect(await start(requests)(user('', 'QUJD'))).toBe('Reply 1')
  expect(requests.map(imagesOf)).toEqual([['QUJD']])
})

test('a session that begins inside of a chat is shown its images', async () => {
  const requests: ModelRequest[] = []
  await start(requests)(user('Look.', 'QUJD'), said('I did.'), { by: 'user', text: 'What was it?' })
  expect(requests.map(imagesOf)).toEqual([['QUJD']])
})

test('a model that reads no images is told so', async () => {
  const requests: ModelRequest[] = []
  await start(requests, [])(user('What is this?', 'QUJD'))
  expect(requests.map(imagesOf)).toEqual([[]])
  expect(promptText(requests[0]?.prompt ?? '')).toContain('not shown: the model reads no image/png')
})
