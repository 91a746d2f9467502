import { ensure, ensureSame } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'
import { corridorSeed, entries, type RecordedRun, settle, takeSteps } from './recorded-run.ts'

/** When the runtime calls the environment and the model, and when it leaves them alone. */
export function orderRules(start: () => RecordedRun): readonly Rule[] {
  return [
    {
      name: 'resets once, first, with the seed',
      mend: 'call environment.reset({ seed: input.seed, signal: input.signal }) once, before everything else',
      run: async () => {
        const run = start()
        await takeSteps(run)
        const seeds = entries(run, 'reset').map((entry) => entry.seed)
        ensureSame(seeds, [corridorSeed], 'the seeds of all resets')
        ensureSame(run.log[0]?.call, 'reset', 'the first call')
      },
    },
    {
      name: 'passes the signal to the environment',
      mend: 'hand input.signal to environment.reset and to each environment.step',
      run: async () => {
        const run = start()
        await takeSteps(run)
        run.controller.abort()
        for (const { call, signal } of [...entries(run, 'reset'), ...entries(run, 'step')]) {
          ensure(signal?.aborted === true, `the signal of ${call} to follow the signal of the run`, signal)
        }
      },
    },
    {
      name: 'yields before it asks for the next decision',
      mend: 'yield the step before the next call of the model, so that the consumer can stop in between',
      run: async () => {
        const run = start()
        await run.steps.next()
        await settle()
        const [last, made] = [run.log.at(-1)?.call, entries(run, 'step').length]
        await run.steps.return()
        ensureSame(last, 'step', 'the last call before the first step is yielded')
        ensureSame(made, 1, 'the number of environment steps before the first step is yielded')
      },
    },
    {
      name: 'calls nothing after an early stop',
      mend: 'start nothing that is not awaited, and call neither model nor environment in finally',
      run: async () => {
        const run = start()
        await run.steps.next()
        await settle()
        const before = run.log.length
        await run.steps.return()
        await settle()
        const after = run.log.slice(before).map((entry) => entry.call)
        ensureSame(after, [], 'the calls after an early stop')
      },
    },
    {
      name: 'leaves the environment open',
      mend: 'do not call close: the caller that opened the environment closes it',
      run: async () => {
        const run = start()
        await takeSteps(run)
        await settle()
        ensureSame(entries(run, 'close').length, 0, 'the number of calls of close')
      },
    },
  ]
}
