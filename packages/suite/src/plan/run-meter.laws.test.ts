import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Episode, fileTraces, openRunFolder, runSuite } from '@skill-state/eval'
import { type Environment, type Model, type Runtime, SkillStateError } from '@skill-state/protocol'
import { type PlayLimited, testLimits } from '@skill-state/protocol/conformance'
import { type Limits, metered } from '@skill-state/protocol/meter'
import { describe, test } from 'vitest'
import { spentIn } from './limits.ts'
import { RunMeter, SPENDING_FILE } from './run-meter.ts'

/** Asks three times a step; only one of the replies is to be used. */
const asking: Runtime = async function* ({ environment, model, seed, signal }) {
  let observation = await environment.reset({ seed })
  for (let index = 0; !observation.done; index += 1) {
    let text = ''
    for (let attempt = 0; attempt < 3 && text !== 'go'; attempt += 1)
      text = (await model.generate({ prompt: observation.text, signal })).text
    if (text !== 'go') throw new SkillStateError('invalid-reply', 'no reply can be used')
    const result = await environment.step(text)
    yield {
      index,
      observation: observation.text,
      reasoning: '',
      action: text,
      rejections: [],
      fallback: false,
      result,
    }
    observation = result
  }
}

/** Three steps; a user of its own is asked in each, if there is one. */
function world(user: Model | undefined): Environment {
  let step = 0
  return {
    reset: async () => ({ text: 'begin', done: false }),
    step: async () => {
      step += 1
      if (user === undefined) return { text: `step ${step}`, done: step === 3 }
      const { usage, model } = await user.generate({ prompt: `What does the user say in step ${step}?` })
      return { text: `step ${step}`, done: step === 3, calls: [{ model, usage, cost: 0 }] }
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}

function episodes(model: Model, count: number, user?: Model): Episode[] {
  return Array.from({ length: count }, (_, seed) => ({
    benchmark: {
      id: 'b@1',
      description: '',
      skill: { name: 'b', instructions: '', schema: { type: 'object' }, initialState: {} },
      tasks: () => [],
      open: () => world(user),
    },
    task: { id: `t${seed}`, seed, horizon: 3, parameters: {} },
    runtime: { id: 'asking', run: asking },
    model,
  }))
}

/** `bench run`, given again and again for one folder. */
function runDoor({ hasUser }: { readonly hasUser: boolean }): PlayLimited {
  const path = mkdtempSync(join(tmpdir(), 'run-laws-'))
  return async (model, limits) => {
    const folder = openRunFolder(path, {})
    const spending = new RunMeter()
    spending.begin(limits, await spentIn(fileTraces(folder), model), join(path, SPENDING_FILE))
    const user = hasUser ? metered(model, { spendings: [spending] }) : undefined
    await runSuite(folder, episodes(model, 4, user), { concurrency: 3, spending, retryErrors: true })
  }
}

function episodeDoor(): PlayLimited {
  const path = mkdtempSync(join(tmpdir(), 'episode-laws-'))
  return (model: Model, limits: Limits) =>
    runSuite(openRunFolder(path, {}), episodes(model, 1), { concurrency: 1, limits })
}

describe.each([
  ['a run', () => runDoor({ hasUser: false })],
  ['a run with simulated users', () => runDoor({ hasUser: true })],
  ['an episode', episodeDoor],
] as const)('the limits of %s', (_, open) => {
  for (const { name, run } of testLimits({ open, reply: 'go', cases: 60 })) test(name, run)
})
