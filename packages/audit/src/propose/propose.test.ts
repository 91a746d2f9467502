import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseFields } from '@skill-state/protocol/evidence'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { libraryEpisode } from '../../test/library.ts'
import { episodeOf } from '../../test/simulation.ts'
import type { Episode } from '../episode.ts'
import { Coverage } from './coverage.ts'
import { fieldsSchema } from './fields-schema.ts'
import { type Proposal, proposeState } from './propose.ts'

const training = Array.from({ length: 20 }, (_, at) => libraryEpisode(2 * at))
const others = Array.from({ length: 20 }, (_, at) => libraryEpisode(2 * at + 1))

const user = { role: 'user', pattern: '#W[0-9]+' }
test.each([
  [{ name: 'orders', from: user }, true],
  [{ name: 'orders', from: { tool: 'find', path: '$.id' }, key: '$.name', keep: 2, evict: ['close'] }, true],
  [{ name: '', from: user }, false],
  [{ name: 'orders' }, false],
  [{ name: 'orders', from: { role: 'agent', pattern: 'x' } }, false],
  [{ name: 'orders', from: user, keep: 0 }, false],
  [{ name: 'orders', from: user, evict: 'close' }, false],
])('editor and reader agree about the field %j', (field, isGood) => {
  const read = (): unknown => parseFields([field])
  if (isGood) expect(read).not.toThrow()
  else expect(read).toThrow(/^field 1/)
  expect(z.fromJSONSchema(fieldsSchema).safeParse({ fields: [field] }).success).toBe(isGood)
})

describe.each(['flat', 'keyed'] as const)('a %s state from a domain that the miner has not seen', (form) => {
  const proposal = proposeState(training, { form }) as Proposal

  test('carries the needs of other episodes', () => {
    const coverage = new Coverage(parseFields(JSON.parse(proposal.files['fields.json'] ?? '')))
    for (const episode of others) coverage.add(episode)
    const { carried, coverage: share } = coverage.figures()
    expect(carried).toBeGreaterThan(100)
    expect(share).toBe(1)
  })

  test('names the schema by which an editor checks the fields', () => {
    const { $schema, ...file } = JSON.parse(proposal.files['fields.json'] ?? '')
    const schema = z.fromJSONSchema(JSON.parse(proposal.files[$schema.slice(2)] ?? ''))
    expect(schema.safeParse(file).success).toBe(true)
  })

  test('reports the coverage and size that its fields have', () => {
    const coverage = new Coverage(proposal.fields)
    for (const episode of training) coverage.add(episode)
    const { covered, chars } = coverage.figures()
    expect(proposal.curve).toContainEqual(
      expect.objectContaining({ fields: proposal.fields, covered, chars }),
    )
  })

  test('comes as a bounded JSON Schema and as the same in zod', async () => {
    const schema = JSON.parse(proposal.files['state.schema.json'] ?? '')
    // Where the code finds zod.
    const folder = fileURLToPath(new URL('../../node_modules/.proposal', import.meta.url))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${form}.mjs`), proposal.files['state.ts'] ?? '')
    const { state } = (await import(pathToFileURL(join(folder, `${form}.mjs`)).href)) as { state: z.ZodType }
    const written = z.toJSONSchema(state) as { properties: Record<string, object> }
    expect(Object.keys(written.properties)).toEqual(Object.keys(schema.properties))
    for (const [name, property] of Object.entries(schema.properties)) {
      expect(JSON.stringify(property)).toMatch(/"maxLength":\d+.*"maxItems":\d+/)
      expect(written.properties[name]).toMatchObject(
        form === 'flat' ? (property as object) : { description: expect.stringContaining('From ') },
      )
    }
  })
})

test('a field keeps what it took: what is done with in some recordings is needed in others', () => {
  const { fields } = proposeState(training) as Proposal
  expect(fields.find(({ from }) => 'tool' in from && from.tool === 'search')?.from).toMatchObject({
    path: '$.copies[]',
  })
  expect(fields.filter(({ evict, keep }) => evict !== undefined || keep !== undefined)).toEqual([])
})

test('states the coverage of recordings that the rules were not learned from', () => {
  const { heldOut = 0, heldOutInterval, report } = proposeState(training) as Proposal
  expect(heldOut).toBeGreaterThan(0.9)
  const [low, high] = heldOutInterval ?? [1, 0]
  expect(low).toBeLessThan(heldOut)
  expect(high).toBeGreaterThanOrEqual(heldOut)
  expect(report).toMatch(/^As many other recordings of the same kind are expected between .* \(95 %\)\.$/m)
  expect(report).toMatch(/\| +held out \|/)
  expect(proposeState(training.slice(0, 1))?.heldOut).toBeUndefined()
})

/** Every recording has a tool of its own, so nothing that one teaches holds for another. */
const single = (at: number): Episode =>
  episodeOf([
    { user: 'Go.' },
    { agent: '', calls: [[`list_${at}`, {}]] },
    { result: { [`field_${at}`]: `value-${1_000 + at}` } },
    { agent: 'A moment.' },
    { user: 'Go on.' },
    { agent: '', calls: [['use', { id: `value-${1_000 + at}` }]] },
  ])

test('says that there are no stable fields, and writes none, if no field holds for other recordings', () => {
  const proposal = proposeState(Array.from({ length: 10 }, (_, at) => single(at)))
  expect(proposal).toMatchObject({ fields: [], files: {} })
  expect(proposal?.report).toMatch(/^No stable fields here: /)
})

const call = (at: number): Episode =>
  episodeOf([
    { user: 'Go.' },
    { agent: '', calls: [['find', {}]] },
    { result: { body: JSON.stringify({ file: { path: `/data/run-${100 + at}/out.csv` } }) } },
    { agent: 'A moment.' },
    { user: 'Go on.' },
    { agent: '', calls: [['bash', { command: `head -n 5 "/data/run-${100 + at}/out.csv" | sort` }]] },
  ])

test('sees JSON inside the text of a result, and a path inside a command', () => {
  const proposal = proposeState(Array.from({ length: 10 }, (_, at) => call(at)))
  expect(proposal?.fields.map(({ from }) => from)).toEqual([{ tool: 'find', path: '$.body.file.path' }])
  expect(proposal?.heldOut).toBe(1)
})

const said = (code: string): Episode =>
  episodeOf([
    { user: `My reservation is ${code}, thanks.` },
    { agent: 'A moment.' },
    { user: 'Go on.' },
    { agent: '', calls: [['open', { id: code }]] },
  ])

test.each([
  ['codes of capitals and digits by their length', ['VA5SGQ', '1N99U6', 'EUJUY6', '59XX6W'], '[A-Z0-9]{6}'],
  ['a prefix that several values share', ['HAT136', 'HAT0225', 'HAT17', 'HAT3'], 'HAT[0-9]+'],
])('takes %s from what users write', (_, codes, shape) => {
  const { fields, heldOut } = proposeState(codes.map(said)) as Proposal
  expect(fields.map(({ from }) => from)).toEqual([
    { role: 'user', pattern: `(?<![A-Za-z0-9_#])${shape}(?![A-Za-z0-9_])` },
  ])
  expect(heldOut).toBe(1)
})

test('takes what two tools give from both, since another agent may call only one', () => {
  const twice = (at: number): Episode =>
    episodeOf([
      { user: 'Go.' },
      { agent: '', calls: [['find', {}]] },
      { result: { found: `run-${100 + at}` } },
      { agent: '', calls: [['list', {}]] },
      { result: { listed: [`run-${100 + at}`] } },
      { agent: 'A moment.' },
      { user: 'Go on.' },
      { agent: '', calls: [['use', { id: `run-${100 + at}` }]] },
    ])
  const { fields } = proposeState(Array.from({ length: 10 }, (_, at) => twice(at))) as Proposal
  expect(fields.map(({ from }) => from)).toEqual([
    { tool: 'list', path: '$.listed[]' },
    { tool: 'find', path: '$.found' },
  ])
})

test('a larger budget never carries less', () => {
  const covered = [60, 120, 400].map((maxChars) => {
    const { fields, curve } = proposeState(training, { maxChars }) as Proposal
    return curve.find((point) => point.fields === fields)?.covered ?? 0
  })
  expect(covered).toEqual([...covered].sort((a, b) => a - b))
})

test('recordings in which nothing must be carried give no proposal', () => {
  expect(proposeState([episodeOf([{ user: 'Hello' }, { agent: 'Hi' }])])).toBeUndefined()
})

test('writes the skill that it was given, with the state added', () => {
  const prompt = '---\nname: lending\ndescription: Lends books.\n---\n\n# Lending\n\nLend each book once.\n'
  const text = proposeState(training, { prompt })?.files['SKILL.md'] ?? ''
  expect(text).toContain(
    'name: lending\ndescription: Lends books.\nmetadata: { skill-state: ./state.schema.json }\n---',
  )
  expect(text).toContain('\n# Lending\n\nLend each book once.\n\n## What to keep in the state\n')
  expect(proposeState(training, { prompt: 'Lend.', name: 'x' })?.files['SKILL.md']).toMatch(
    /^---\nname: x\n[\s\S]*\n\nLend\.\n/,
  )
})
