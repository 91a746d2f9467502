import { honest } from '@skill-state/models'
import type { JsonObject } from '@skill-state/protocol'
import type { AnyTool } from '@skill-state/tools'
import { type Agent, agent } from '../../src/index.ts'
import { type Judge, MOST_STEPS } from './judge.ts'
import type { Random } from './random.ts'
import { type Style, WORDS } from './reader.ts'
import { erring } from './slips.ts'
import type { Life } from './talk.ts'
import { EMPTY, INSTRUCTIONS, SCHEMA } from './view.ts'

export interface DeskParts {
  readonly random: Random
  readonly judge: Judge
  readonly tools: Readonly<Record<string, AnyTool>>
  /** Percent of the model's calls that go wrong, now. */
  slips(this: void): number
  /** Runs before each answer of the model. */
  onModel(this: void): void
}

/** The support desk in one process. */
export function desk({ random, judge, tools, slips, onModel }: DeskParts, life: Life): Agent<JsonObject> {
  const style: Style = random.chance(50) ? 'early' : 'late'
  const reader = erring({
    random,
    style,
    slips,
    onPrompt: (prompt) => {
      life.beat()
      judge.shown(prompt)
      onModel()
    },
    onSlip: (slip) => judge.slipped(slip),
  })
  const model = honest(reader, { words: WORDS })
  let madeUp = 0
  return agent({
    name: 'desk',
    instructions: INSTRUCTIONS,
    state: SCHEMA,
    initialState: EMPTY,
    model,
    tools: mortal(tools, life),
    limits: { message: { steps: MOST_STEPS } },
    onWarning: () => {},
    onEvent: (event) => {
      if (event.type === 'turn-started') judge.turnStarted()
      if (event.type === 'model-called' && event.attempt === 1) judge.step()
      if (event.type === 'patch-accepted') judge.accepted(event.patch)
      for (const line of model.invented.slice(madeUp)) judge.fault('made up', line)
      madeUp = model.invented.length
    },
  })
}

/** The same tools in a process that can die before and after an effect. */
function mortal(tools: DeskParts['tools'], life: Life): Readonly<Record<string, AnyTool>> {
  const of = (tool: AnyTool): AnyTool => ({
    ...tool,
    async execute(input: never, context: never) {
      life.beat()
      const result: unknown = await tool.execute?.(input, context)
      life.beat()
      return result as string
    },
  })
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, of(tool)]))
}
