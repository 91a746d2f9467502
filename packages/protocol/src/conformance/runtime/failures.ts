import type { Runtime } from '../../runtime.ts'
import { ensure, ensureCode, ensureSame, rejection } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'
import { entries, startRun, takeSteps } from './recorded-run.ts'

const maxAttempts = 10

interface Options {
  readonly runtime: Runtime
  readonly reply: (index: number) => string
  readonly unreadable: string
}

/** How a runtime ends when the model or the environment does not play along. */
export function failureRules({ runtime, reply, unreadable }: Options): readonly Rule[] {
  return [
    {
      name: 'passes on an error of the model',
      mend: 'let an error of model.generate through, or throw another with it as the cause',
      run: async () => {
        const failure = new Error('the model of the suite failed')
        const failing = (index: number): string => {
          if (index === 2) throw failure
          return reply(index)
        }
        const run = startRun({ runtime, reply: failing })
        ensureFrom(await rejection(() => takeSteps(run), 'the run with a failing model'), failure)
      },
    },
    {
      name: 'passes on an error of the environment',
      mend: 'let an error of environment.step through, or throw another with it as the cause',
      run: async () => {
        const failure = new Error('the environment of the suite failed')
        const run = startRun({ runtime, reply, environmentFailure: failure })
        ensureFrom(await rejection(() => takeSteps(run), 'the run with a failing environment'), failure)
      },
    },
    {
      name: 'gives up on unreadable replies',
      mend: `count the attempts of a step, and throw SkillStateError 'invalid-reply' after the last`,
      run: async () => {
        const run = startRun({ runtime, reply: () => unreadable })
        const error = await rejection(() => takeSteps(run), 'the run with unreadable replies')
        ensureCode(error, 'invalid-reply', 'the run with unreadable replies')
        const calls = entries(run, 'generate').length
        ensure(calls <= maxAttempts, `at most ${maxAttempts} calls with unreadable replies`, calls)
      },
    },
    {
      name: 'executes nothing on unreadable replies',
      mend: 'read the decision first, and call environment.step only with an action that could be read',
      run: async () => {
        const run = startRun({ runtime, reply: () => unreadable })
        await rejection(() => takeSteps(run), 'the run with unreadable replies')
        ensureSame(entries(run, 'step').length, 0, 'the number of environment steps')
      },
    },
  ]
}

/** Throws unless the error is the wanted one, or has it as a cause at some depth. */
function ensureFrom(error: unknown, wanted: Error): void {
  let current = error
  while (current instanceof Error && current !== wanted) current = current.cause
  ensure(current === wanted, `the error '${wanted.message}', itself or as a cause`, error)
}
