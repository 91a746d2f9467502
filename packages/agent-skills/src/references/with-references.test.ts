import { type Action, type JsonObject, SkillStateError } from '@skill-state/protocol'
import { testEnvironment } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BoundedEnvironment, withReferences } from './with-references.ts'

const say: JsonObject = {
  anyOf: [
    {
      type: 'object',
      properties: { say: { type: 'string' } },
      required: ['say'],
      additionalProperties: false,
    },
  ],
}

/** A world that repeats what is said, and ends at the third word. */
function echo(actionSchema: JsonObject = say): BoundedEnvironment {
  let said: number | undefined
  return {
    actionSchema,
    maxObservationChars: 20,
    reset: async ({ signal }) => {
      signal?.throwIfAborted()
      said = 0
      return { text: 'Speak.', done: false }
    },
    step: async (action) => {
      if (said === undefined || said >= 3) throw new SkillStateError('environment-misuse', 'no step now')
      said += 1
      return { text: `${said} ${JSON.stringify(action)}`.slice(0, 20), done: said === 3 }
    },
    outcome: async () => ({ reward: (said ?? 0) / 3 }),
    close: async () => {},
  }
}

const references = [
  { name: 'references/short.md', text: 'Be kind.' },
  { name: 'references/long.md', text: 'x'.repeat(50) + 'y'.repeat(50) },
]
const pin = (name: string, from?: number): Action => ({
  pin_reference: { name, ...(from !== undefined && { from }) },
})

describe('the slot', () => {
  for (const { name, run } of testEnvironment({
    open: () => withReferences(echo(), { references, maxChars: 10 }),
    actions: [pin('references/short.md'), { say: 'a' }, pin('none'), { say: 'b' }, { say: 'c' }],
    reachesEnd: true,
  })) {
    test(name, run)
  }

  test('shows what is pinned after each observation until something else is', async () => {
    const world = withReferences(echo(), { references, maxChars: 60 })
    const texts = [(await world.reset({ seed: 1 })).text]
    for (const action of [
      pin('references/short.md'),
      { say: 'a' },
      pin('references/long.md', 40),
      pin('none'),
    ]) {
      texts.push((await world.step(action)).text)
    }
    expect(texts).toEqual([
      'Speak.',
      'Pinned references/short.md.\n\n[Pinned: references/short.md]\nBe kind.\n[End of what is pinned]',
      '1 {"say":"a"}\n\n[Pinned: references/short.md]\nBe kind.\n[End of what is pinned]',
      `Pinned references/long.md.\n\n[Pinned: references/long.md, characters 40 to 100 of 100]\n${'x'.repeat(10)}${'y'.repeat(50)}\n[End of what is pinned]`,
      'No reference is pinned any more.',
    ])
  })

  test.each<[string, Action]>([
    ['an unknown name', pin('../secret')],
    ['a place beyond the end', pin('references/short.md', 8)],
    ['no arguments', { pin_reference: 1 }],
  ])('rejects %s', async (_, action) => {
    const world = withReferences(echo(), { references })
    await world.reset({ seed: 1 })
    expect(await world.step(action)).toMatchObject({ refused: true, done: false })
  })

  test('can be full from the beginning', async () => {
    const world = withReferences(echo(), { references, pinned: 'references/short.md' })
    expect((await world.reset({ seed: 1 })).text).toContain('Be kind.')
    expect(() => withReferences(echo(), { references, pinned: 'nothing' })).toThrow(
      /not a reference of the skill/,
    )
  })

  test('searches the references, and names the character to pin', async () => {
    const world = withReferences(echo(), { references, maxChars: 60 })
    await world.reset({ seed: 1 })
    const { text } = await world.step({ search_references: { text: 'KIND' } })
    expect(text).toBe('Found 1 times:\nreferences/short.md, character 3: Be kind.')
    expect((await world.step({ search_references: { text: 'y' } })).text).toMatch(/^Found 50 times:\n/)
    expect(await world.step({ search_references: { text: 'y', in: 'references/short.md' } })).toMatchObject({
      text: 'Nothing found.',
      refused: false,
    })
    expect(await world.step({ search_references: { text: 'y', in: 'gone.md' } })).toMatchObject({
      refused: true,
    })
  })

  test('lists the named ones of many, and the rest by their folders', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      name: `${index < 50 ? 'schemas/' : ''}f${index}.md`,
      text: 'text',
      named: index === 3,
    }))
    const world = withReferences(echo(), { references: many })
    expect(world.instructions).toContain(
      '- schemas/f3.md (4 characters)\n- schemas/ (a folder with 49 further',
    )
    expect(world.instructions).toContain('- ./ (a folder with 10 further texts')
    await world.reset({ seed: 1 })
    expect((await world.step(pin('schemas/'))).text).toContain('\nschemas/f49.md (4 characters)\n[End')
    expect((await world.step(pin('schemas/f7.md'))).text).toContain('[Pinned: schemas/f7.md]\ntext')
    expect(await world.step(pin('schemas/f99.md'))).toMatchObject({ refused: true })
  })

  test('is where recorded steps left it', async () => {
    const world = withReferences(echo(), { references })
    const first = await world.reset({ seed: 1 })
    const steps = []
    for (const action of [{ say: 'a' }, pin('references/short.md')]) {
      steps.push({ action, result: await world.step(action) })
    }
    const other = withReferences(echo(), { references })
    await other.restore({ seed: 1, first, steps })
    expect(await other.step({ say: 'b' })).toEqual(await world.step({ say: 'b' }))
  })

  test('adds its action to a map with one key too, and to nothing else', () => {
    const map = { type: 'object', properties: { say: true }, maxProperties: 1 }
    const { actionSchema } = withReferences(echo(map), { references })
    expect(Object.keys(actionSchema.properties as JsonObject)).toEqual([
      'say',
      'pin_reference',
      'search_references',
    ])
    expect(() => withReferences(echo({ type: 'object' }), { references })).toThrow(/cannot be added/)
    expect(() => withReferences(echo(), { references: [] })).toThrow(/no reference/)
    expect(() => withReferences(echo(), { references, maxChars: 0 })).toThrow(/maxChars/)
  })

  test('law: no observation is longer than it says', async () => {
    const name = fc.constantFrom('a', 'references/some-long-name.md', 'c'.repeat(90), 'none')
    const actions = fc.array(
      fc.oneof(fc.tuple(name, fc.nat(120)), fc.constant(undefined), fc.constant('search' as const)),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 110 }),
        fc.integer({ min: 1, max: 100 }),
        actions,
        async (text, maxChars, moves) => {
          const texts = ['a', 'references/some-long-name.md', 'c'.repeat(90)].map((each) => ({
            name: each,
            text,
          }))
          const world = withReferences(echo(), { references: texts, maxChars })
          let observation = await world.reset({ seed: 1 })
          for (const move of moves) {
            if (observation.done) break
            observation = await world.step(
              move === 'search'
                ? { search_references: { text: text.slice(0, 1) || 'x' } }
                : move === undefined
                  ? { say: 'x'.repeat(30) }
                  : pin(...move),
            )
            expect(observation.text.length).toBeLessThanOrEqual(world.maxObservationChars)
          }
        },
      ),
    )
  })
})
