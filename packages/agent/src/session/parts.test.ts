import { type Model, type ModelRequest, type Part, promptText } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { handleOf, keeping, seeing } from './parts.ts'

const png = (data: string): Part => ({ type: 'image', mediaType: 'image/png', data })
const pdf: Part = { type: 'file', mediaType: 'application/pdf', data: 'UERG', name: 'a.pdf' }

test.each([
  ['kept and read', png('QUJD'), ['image/png'], `[${handleOf(png('QUJD'))}: image]`],
  [
    'kept, of a kind that the model does not read',
    pdf,
    ['image/png'],
    `[${handleOf(pdf)}: image, not shown: the model reads no application/pdf]`,
  ],
  ['no base64', png('QU JD'), ['image/png'], '[image, not kept: its data is not base64]'],
  ['padding alone', png('=='), ['image/png'], '[image, not kept: its data is not base64]'],
  ['padded thrice', png('QU==='), ['image/png'], '[image, not kept: its data is not base64]'],
  ['padded', png('QQ=='), ['image/png'], `[${handleOf(png('QQ=='))}: image]`],
  ['empty', png(''), ['image/png'], '[image, not kept: its data is not base64]'],
  ['too long', png('A'.repeat(5_000_001)), ['image/png'], '[image, not kept: 3750000 bytes at most]'],
  [
    'as long as may be',
    png('A'.repeat(5_000_000)),
    ['image/png'],
    `[${handleOf(png('A'.repeat(5_000_000)))}: image]`,
  ],
])('an image that is %s', async (_, part, sees, line) => {
  const results = memoryResults()
  expect(keeping(results, sees)(part, 'image')).toBe(line)
  const kept = await results.read(handleOf(part))
  expect(kept === undefined ? undefined : JSON.parse(kept)).toEqual(
    line.includes('not kept') ? undefined : part,
  )
})

test('the name of an image says all that it is', () => {
  const all = [
    png('QUJD'),
    png('QUJE'),
    { ...png('QUJD'), mediaType: 'image/gif' },
    { ...png('QUJD'), name: 'a' },
    pdf,
  ]
  expect(new Set(all.map(handleOf)).size).toBe(all.length)
  expect(handleOf(png('QUJD'))).toMatch(/^image-[\w-]{22}$/)
  expect(handleOf(pdf)).toMatch(/^file-[\w-]{22}$/)
})

/** What a model is asked when its prompt names images. */
async function asked(
  prompt: ModelRequest['prompt'],
  sees?: readonly string[],
  spoilt?: Part,
): Promise<ModelRequest> {
  const results = memoryResults()
  for (const part of [...Array.from({ length: 10 }, (_, at) => png(`QUJ${at}`)), pdf])
    keeping(results, sees)(part, '')
  if (spoilt) results.keep(handleOf(spoilt), '{"type":"ima')
  const requests: ModelRequest[] = []
  const model: Model = {
    id: 'm',
    ...(sees && { capabilities: { sees } }),
    generate: async (request) => {
      requests.push(request)
      return { text: '', finishReason: 'stop', usage: {}, model: 'm' }
    },
  }
  await seeing(results, model).generate({ prompt })
  const [request] = requests
  if (request === undefined) throw new Error('it was not asked')
  return request
}

const partsOf = ({ prompt }: ModelRequest): readonly unknown[] =>
  [prompt]
    .flat()
    .flatMap((message) => (typeof message === 'object' && 'parts' in message ? (message.parts ?? []) : []))
const named = (...parts: readonly Part[]): string => `Look at ${parts.map(handleOf).join(' and ')}.`

test('a prompt that names images has them, each once', async () => {
  const request = await asked(named(png('QUJ1'), png('QUJ2'), png('QUJ1')), ['image/png'])
  expect(partsOf(request)).toEqual([png('QUJ1'), png('QUJ2')])
  expect(promptText(request.prompt)).toBe(named(png('QUJ1'), png('QUJ2'), png('QUJ1')))
})

test('a prompt has the last eight, and says how many it leaves out', async () => {
  const all = Array.from({ length: 10 }, (_, at) => png(`QUJ${at}`))
  const request = await asked(named(...all), ['image/png'])
  expect(partsOf(request)).toEqual(all.slice(2))
  expect(promptText(request.prompt)).toContain('\n\n[2 of the images and files named above are not shown')
})

test('what is not read, not kept or cut off by a crash is left out', async () => {
  const request = await asked(named(pdf, png('QUJ9'), png('none'), png('QUJ3')), ['image/png'], png('QUJ3'))
  expect(partsOf(request)).toEqual([png('QUJ9')])
  expect(promptText(request.prompt)).toContain('[3 of the images and files named above are not shown')
})

test('a prompt that names none, ends otherwise, or is for a model that sees nothing stays as it is', async () => {
  const user = { role: 'user', text: named(png('QUJ1')) } as const
  const assistant = { role: 'assistant', text: 'Yes.' } as const
  for (const [prompt, sees] of [
    ['Look at nothing.', ['image/png']],
    [[user, assistant], ['image/png']],
    [named(png('QUJ1')), undefined],
    [named(png('QUJ1')), []],
  ] as const)
    expect((await asked(prompt, sees)).prompt).toEqual(prompt)
  const earlier = await asked([user, assistant, { role: 'user', text: 'Again.' }], ['image/png'])
  expect(partsOf(earlier)).toEqual([])
})
