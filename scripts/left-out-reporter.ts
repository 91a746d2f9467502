import type { Reporter, TestModule, Vitest } from 'vitest/node'

/**
 * Says in one line at the end which tests this machine cannot run, and what they need. A test says so by
 * `context.skip(what it needs)`, or by `(needs …)` in its title. With `CI` set, a test that is left out fails the run,
 * unless what it needs begins with `CI_LACKS`.
 */
export class LeftOutReporter implements Reporter {
  #isWhole = true

  onInit({ config }: Vitest): void {
    this.#isWhole = config.testNamePattern === undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>()
    const needs = modules.flatMap((module) => needsOf(module, this.#isWhole))
    for (const need of needs) counts.set(need, (counts.get(need) ?? 0) + 1)
    if (counts.size === 0) return
    const parts = [...counts].map(([need, count]) => `${need} (${count})`)
    const isPromised = [...counts.keys()].some(isPromisedByCi)
    const verdict = isPromised ? 'With CI set, none may be left out. ' : ''
    process.stderr.write(`\nLeft out: ${verdict}Tests that need ${parts.join('; ')}.\n`)
    if (isPromised) process.exitCode = 1
  }
}

function isPromisedByCi(need: string): boolean {
  const { CI = '', CI_LACKS = '' } = process.env
  return CI !== '' && (CI_LACKS === '' || !need.startsWith(CI_LACKS))
}

/** Of a run of some tests by name, those that say what they need: the others may only have another name. */
function needsOf(module: TestModule, isWhole: boolean): readonly string[] {
  return [...module.children.allTests('skipped')].flatMap((test) => {
    const result = test.result()
    const note = result.state === 'skipped' ? result.note : undefined
    if (!isWhole) return note ?? []
    return note ?? /\(needs ([^)]+)\)/.exec(test.fullName)?.[1] ?? `what "${test.fullName}" names`
  })
}
