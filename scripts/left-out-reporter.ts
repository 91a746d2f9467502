import type { Reporter, TestModule } from 'vitest/node'

/**
 * Says in one line at the end which tests this machine cannot run, and what they need. A test says so by
 * `context.skip(what it needs)`, or by `(needs …)` in its title. With `CI` set, a test that is left out fails the run.
 */
export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>()
    for (const need of modules.flatMap(needsOf)) counts.set(need, (counts.get(need) ?? 0) + 1)
    if (counts.size === 0) return
    const parts = [...counts].map(([need, count]) => `${need} (${count})`)
    const isPromised = (process.env.CI ?? '') !== ''
    const verdict = isPromised ? 'With CI set, none may be left out. ' : ''
    process.stdout.write(`\nLeft out: ${verdict}Tests that need ${parts.join('; ')}.\n`)
    if (isPromised) process.exitCode = 1
  }
}

function needsOf(module: TestModule): readonly string[] {
  return [...module.children.allTests('skipped')].map((test) => {
    const result = test.result()
    const note = result.state === 'skipped' ? result.note : undefined
    return note ?? /\(needs ([^)]+)\)/.exec(test.fullName)?.[1] ?? `what "${test.fullName}" names`
  })
}
