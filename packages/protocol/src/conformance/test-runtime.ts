import type { Runtime } from '../runtime.ts'
import { type Check, toCheck } from './rules/rule.ts'
import { orderRules, promptRules } from './runtime/order.ts'
import { type RuntimePlan, startRun } from './runtime/recorded-run.ts'
import { failureRules, stepRules } from './runtime/steps.ts'

interface RuntimeSuiteOptions {
  readonly runtime: Runtime
  /**
   * A reply, in the runtime's own format, that chooses the text action. If the format has a patch, the
   * reply may set `note`, a string: the skill of the suite has the state `{ note: 'none' }`.
   */
  readonly reply: (action: string) => string
  /** A reply from which no decision can be read. The empty reply by default. */
  readonly unreadable?: string
  /**
   * Tells prompts that ask for an action from others, such as a request for a summary, which need not show the
   * newest observation. By default every prompt asks for one.
   */
  readonly asksForAction?: (prompt: string) => boolean
}

/** What every runtime must keep to. The suite brings its own skill, environment and model. */
export function testRuntime(options: RuntimeSuiteOptions): readonly Check[] {
  const { runtime, unreadable = '', asksForAction = () => true } = options
  const reply = (index: number): string => options.reply(`go ${index}`)
  const start: RuntimePlan['start'] = (setup) => startRun(runtime, { reply, ...setup })
  const plan = { reply, unreadable, asksForAction, start }
  return [...stepRules, ...promptRules, ...orderRules, ...failureRules].map((rule) =>
    toCheck({ ...rule, run: async () => await rule.run(start(), plan) }),
  )
}
