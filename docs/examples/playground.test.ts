import type { JsonValue } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { examples } from '../.vitepress/playground/examples.ts'
import { fromHash, toHash } from '../.vitepress/playground/link.ts'
import { type Decide, play, type Setup, type Step, scriptedModel } from '../.vitepress/playground/play.ts'

const [desk, long] = Object.values(examples) as [Setup, Setup]

async function played(
  setup: Setup,
  decide: Decide,
): Promise<{ steps: readonly Step[]; said: readonly string[] }> {
  const [steps, said]: [Step[], string[]] = [[], []]
  for await (const shown of play(setup, scriptedModel(setup), decide)) {
    if (shown.kind === 'step') steps.push(shown.step)
    else said.push(`${shown.by}: ${shown.text}`)
  }
  return { steps, said }
}

test('the order desk shows a rejected patch with its reason, an approval, and each state before and after', async () => {
  const asked: string[] = []
  const { steps, said } = await played(desk, async ({ tool, reason }) => {
    asked.push(`${tool}: ${reason}`)
    return 'yes'
  })
  expect(asked).toEqual(['refund: it moves money'])
  expect(steps.map(({ rejected }) => rejected.length > 0)).toEqual([true, false, false, false, false])
  expect(steps[0]?.rejected.join()).toMatch(/name/)
  expect(steps[0]?.after).toEqual(steps[0]?.before)
  const states: JsonValue[] = steps.map(({ after }) => after)
  expect(states[1]).toEqual({ customer: 'Ada', orders: {} })
  expect(states.at(-1)).toEqual({ customer: 'Ada', orders: { W7: 'paid back' } })
  expect(said.at(-1)).toBe('agent: W7 is paid back.')
  expect(said.filter((line) => line.startsWith('warning'))).toEqual([])
})

test('a denied call is not made', async () => {
  const { said } = await played(desk, async () => 'too late')
  expect(said).toContain('user: denies refund: too late')
  expect(said).not.toContain('refund: W7 is paid back.')
})

test('over the long conversation the prompt stays, and a transcript grows', async () => {
  const { steps, said } = await played(long, async () => 'yes')
  expect(said.filter((line) => line.startsWith('warning'))).toEqual([])
  expect(steps).toHaveLength(40)
  const sizes = steps.map(({ prompt }) => prompt.length)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(200)
  const transcripts = steps.map(({ transcriptChars }) => transcriptChars)
  expect(transcripts).toEqual([...transcripts].sort((one, other) => one - other))
  expect(transcripts.at(-1)).toBeGreaterThan(1.5 * (sizes.at(-1) ?? 0))
})

test('a link has the whole setup, and a damaged one is rejected', async () => {
  const hash = await toHash(desk)
  expect(await fromHash(`#${hash}`)).toEqual(desk)
  for (const bad of ['', '#other', `#${hash.slice(0, 40)}`, '#p=AAAA', `#p=${'A'.repeat(300_000)}`])
    expect(await fromHash(bad)).toBeUndefined()
})

test.each([
  ['state', '{', /^State: not JSON/],
  ['tools', 'x', /^Tools: not JSON/],
  ['state', '{"type":"array"}', /./],
])('a setup with a wrong %s is told in one line: %s', async (field, text, message) => {
  await expect(played({ ...desk, [field]: text }, async () => 'yes')).rejects.toThrow(message)
})
