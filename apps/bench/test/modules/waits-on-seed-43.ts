import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from '@skill-state/protocol'
import { oneStep } from './benchmark.ts'

/** The step of seed 43 waits for a file `go-on` in the working directory. */
const benchmark: Benchmark = oneStep({
  open: (task) => {
    const environment = oneStep({}).open(task)
    if (task.seed !== 43) return environment
    return {
      ...environment,
      step: async (...args) => {
        while (!existsSync('go-on')) await sleep(20)
        return environment.step(...args)
      },
    }
  },
})
export default benchmark
