import type { Reporter, TestModule } from 'vitest/node'
import type { Cost } from './cost.ts'

const SHOWN = 20

interface Measured extends Cost {
  readonly path: string
}

/** Prints the test files that use the most CPU time, and how much of it is the start-up of processes. */
export default class SlowTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.flatMap((module): readonly Measured[] => {
      const { cost } = module.meta()
      return cost === undefined ? [] : [{ path: module.relativeModuleId, ...cost }]
    })
    process.stdout.write(`${linesAbout(files).join('\n')}\n`)
  }
}

function linesAbout(files: readonly Measured[]): readonly string[] {
  const slowest = files.toSorted((a, b) => total(b) - total(a)).slice(0, SHOWN)
  const all = total({ own: sum(files, 'own'), started: sum(files, 'started') })
  const startUp = sum(files, 'startUp')
  return [
    `The ${slowest.length} slowest of ${files.length} test files, in seconds of CPU:`,
    ...slowest.map((file) => `${total(file).toFixed(1).padStart(7)}  ${file.path}${processes(file)}`),
    `${all.toFixed(1).padStart(7)}  all files${processes({
      processes: sum(files, 'processes'),
      started: sum(files, 'started'),
      startUp,
    })}`,
    `Start-up of processes: ${Math.round((100 * startUp) / Math.max(all, 1e-9))} %.`,
  ]
}

function processes({ processes, started, startUp }: Omit<Cost, 'own'>): string {
  if (processes === 0) return ''
  return ` (${processes} ${processes === 1 ? 'process' : 'processes'}: ${started.toFixed(1)}, start-up ${startUp.toFixed(1)})`
}

function total({ own, started }: Pick<Cost, 'own' | 'started'>): number {
  return own + started
}

function sum(files: readonly Measured[], key: keyof Cost): number {
  return files.reduce((all, file) => all + file[key], 0)
}
