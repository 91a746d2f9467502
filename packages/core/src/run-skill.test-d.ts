import type { Model, Runtime, RuntimeEnvironment, Skill, Step } from '@skill-state/protocol'
import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { runSkill } from './run-skill.ts'

declare const model: Model

const Ledger = z.object({ entries: z.record(z.string(), z.number()) })
type Ledger = z.infer<typeof Ledger>

const skill: Skill<Ledger> = {
  name: 'ledger',
  instructions: '',
  schema: Ledger,
  initialState: { entries: {} },
}

/** It has no outcome and no close: it is not used in a benchmark. */
const environment: RuntimeEnvironment = {
  reset: async () => ({ text: '', done: false }),
  step: async () => ({ text: '', done: true }),
}

test('the state of a step has the type that the schema gives, and is readonly', () => {
  void (async (): Promise<void> => {
    for await (const step of runSkill({ skill, environment, model })) {
      expectTypeOf(step).toEqualTypeOf<Step<Ledger>>()
      const state = step.state?.toJSON()
      expectTypeOf(state?.entries.x).toEqualTypeOf<number | undefined>()
      // @ts-expect-error there is no such key
      void state?.lines
      // @ts-expect-error a snapshot is readonly
      if (state) state.entries = {}
    }
  })
})

test('the first state fits the type of the schema', () => {
  // @ts-expect-error the entries are missing
  const wrong: Skill<Ledger> = { ...skill, initialState: {} }
  // @ts-expect-error the schema is of another type
  const other: Skill<Ledger> = { ...skill, schema: z.object({ count: z.number() }) }
  void [wrong, other]
})

test('the runtime of a skill is still a runtime of any benchmark', () => {
  expectTypeOf(runSkill).toExtend<Runtime>()
})
