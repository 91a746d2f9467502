import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '@skill-state/protocol'
import { testEnvironment } from '@skill-state/protocol/conformance'
import { afterAll, expect, test } from 'vitest'
import { filesOf, type Kind, kinds } from './files.ts'

/** A change that an author could make to the template, and what the conformance suite then says. */
interface Break {
  readonly fault: string
  readonly file: 'environment' | 'judge' | 'events' | 'words'
  readonly from: string
  readonly to: string
  readonly rule: string
  readonly seen: string
  readonly mend: string
}

const breaks: readonly Break[] = [
  {
    fault: 'draws from Math.random',
    file: 'events',
    from: 'uniformInt(random, 0, most)',
    to: 'Math.floor(Math.random() * (most + 1))',
    rule: 'repeats an episode for the same seed and actions',
    seen: 'expected points [',
    mend: 'no Math.random, no clock',
  },
  {
    fault: 'throws at an action that it does not know',
    file: 'judge',
    from: "(typeof action === 'string' && pattern.exec(action)) || []",
    to: "pattern.exec(action as string) ?? (() => { throw new RangeError('unknown action') })()",
    rule: 'answers hostile actions',
    seen: 'expected an answer to the action "", saw the error RangeError: unknown action',
    mend: "answer an action that it refuses or cannot read with { text: 'why', done: false, refused: true }",
  },
  {
    fault: 'counts rewards instead of dividing them',
    file: 'environment',
    from: 'reward: right / events.length',
    to: 'reward: right * 100',
    rule: 'gives a reward from 0 to 1 at every point',
    seen: 'expected a reward from 0 to 1, saw "100"',
    mend: 'divide what was achieved by the maximum',
  },
  {
    fault: 'gives a metric that divides by zero',
    file: 'environment',
    from: 'wrong: step - right }',
    to: 'wrong: (step - right) / right }',
    rule: 'gives finite metrics at every point',
    seen: 'expected the metric \'wrong\' to be a finite number, saw "NaN"',
    mend: 'leave a metric out if it has no value yet',
  },
  {
    fault: 'answers a step after the end',
    file: 'environment',
    from: "throw new SkillStateError('environment-misuse', 'the episode is over; call reset first')",
    to: "return { text: 'It is over.', done: true }",
    rule: 'rejects a step after the end',
    seen: 'expected a step after the end to reject, saw the answer',
    mend: "throw new SkillStateError('environment-misuse', …) at the start of step",
  },
  {
    fault: 'answers a step before reset',
    file: 'environment',
    from: 'const current = started()',
    to: "if (episode === undefined) return { text: 'Not yet.', done: false }\n      const current = started()",
    rule: 'rejects a step before reset',
    seen: 'expected a step before reset to reject',
    mend: 'if reset has not been called',
  },
  {
    fault: 'closes once only',
    file: 'environment',
    from: 'async close(): Promise<void> {}',
    to: "async close(): Promise<void> { if (episode === undefined) throw new Error('closed'); episode = undefined }",
    rule: 'closes more than once',
    seen: 'expected close to succeed, saw the error Error: closed',
    mend: 'let close free all resources, in any state',
  },
  {
    fault: 'does not look at the signal of reset',
    file: 'environment',
    from: '      signal?.throwIfAborted()\n',
    to: '',
    rule: 'does not reset when the signal is aborted',
    seen: 'expected reset with an aborted signal to reject',
    mend: 'begin reset with signal?.throwIfAborted()',
  },
  {
    fault: 'keeps the parcels when it is reset',
    file: 'environment',
    from: 'contents: new Map()',
    to: 'contents: episode?.contents ?? new Map()',
    rule: 'starts from the beginning when reset in mid-episode',
    seen: 'expected points after a reset [',
    mend: 'let reset make all of the episode anew',
  },
  {
    fault: 'shares the parcels among instances',
    file: 'environment',
    from: '      episode = { events, contents: new Map(), step',
    to: `      const all = globalThis as { contents?: Contents }
      all.contents = new Map()
      episode = { events, get contents() { return all.contents ?? new Map() }, step`,
    rule: 'keeps instances apart',
    seen: 'expected points beside another instance [',
    mend: 'no variable of the module, no static field',
  },
  {
    fault: 'counts in outcome',
    file: 'environment',
    from: 'const { events, step, right } = started()',
    to: 'const { events, step, right } = started()\n      started().right = 0',
    rule: 'changes nothing when asked for the outcome',
    seen: 'expected the outcome, asked for at every point,',
    mend: 'let outcome compute its figures from the episode and write nothing',
  },
  {
    fault: 'answers with something else than text',
    file: 'environment',
    from: 'return refused ? { ...answer, refused } : answer',
    to: 'return { ...answer, text: [answer.text] as never }',
    rule: 'answers every action with text',
    seen: 'expected step to be answered with non-empty text, saw [',
    mend: 'return a non-empty string as text from every step',
  },
  {
    fault: 'answers with the text alone',
    file: 'environment',
    from: 'return refused ? { ...answer, refused } : answer',
    to: 'return answer.text as never',
    rule: 'answers every action with text',
    seen: 'to be answered with { text, done }, saw "Compartment 3 holds P1',
    mend: 'return { text, done } with text a string and done a boolean',
  },
  {
    fault: 'says that it is done from the start',
    file: 'environment',
    from: "return { text: nextEvent(episode) ?? '', done: false }",
    to: "return { text: nextEvent(episode) ?? '', done: true }",
    rule: 'starts with text, not done',
    seen: 'expected the first observation not to be done',
    mend: 'let reset return { text, done: false }',
  },
  {
    fault: 'throws at its own no-op',
    file: 'judge',
    from: '  switch (event.kind) {',
    to: "  if (action === 'Wait') throw new Error('nobody waits')\n  switch (event.kind) {",
    rule: 'answers its no-op, if it has one',
    seen: 'expected an answer to the action "Wait", saw the error Error: nobody waits',
    mend: 'throw only for misuse',
  },
]

// Beside the packages that the template imports, in a folder that no tool looks into.
const runs = fileURLToPath(new URL('../runs', import.meta.url))
mkdirSync(runs, { recursive: true })
const root = mkdtempSync(join(runs, 'broken-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const environment = kinds.find(({ id }) => id === 'environment') as Kind
const actions = [
  'Store P1 in 3',
  'Open 3',
  'Note',
  'Store P2 in 3',
  'Open 3',
  'Wait',
  'Open 9',
  'Note',
  '',
  'Open 3',
]

/** What the conformance suite says of the template with the change. */
async function complaints(folder: string, change?: Break): Promise<readonly string[]> {
  const versions = {}
  mkdirSync(join(root, folder, 'src'), { recursive: true })
  for (const { path, text } of filesOf(environment, 'broken', versions)) {
    writeFileSync(join(root, folder, path), path === `src/${change?.file}.ts` ? changed(text, change) : text)
  }
  const module = (await import(join(root, folder, 'src/environment.ts'))) as {
    createEnvironment: (horizon: number) => Environment
  }
  const said: string[] = []
  for (const { run } of testEnvironment({
    open: () => module.createEnvironment(10),
    actions,
    reachesEnd: true,
  })) {
    await run().catch((error: Error) => said.push(error.message))
  }
  return said
}

function changed(text: string, change: Break | undefined): string {
  if (change === undefined || !text.includes(change.from)) throw new Error('the template has changed')
  return text.replace(change.from, () => change.to)
}

test('of the template as it is, the conformance suite says nothing', async () => {
  expect(await complaints('whole')).toEqual([])
})

test.each(breaks.map((each, index) => ({ ...each, index })))(
  'an environment that $fault is told the rule and the fix',
  async ({ index, ...change }) => {
    const said = await complaints(`broken-${index}`, change)
    const about = said.find((message) => message.startsWith(`rule "${change.rule}": `))
    expect(about, said.join('\n')).toContain(change.seen)
    expect(about?.split('. Fix: ')[1]).toContain(change.mend)
    for (const message of said) expect(message).not.toContain('\n')
  },
)

test('the actions above are those of the template', () => {
  const own = readFileSync(
    new URL('../template/environment/src/conformance.test.ts', import.meta.url),
    'utf8',
  )
  for (const action of actions) expect(own).toContain(`'${action}'`)
})
