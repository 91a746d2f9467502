// Loaded into each Node process that a test starts: writes at its end what it used, in microseconds of CPU.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** A longer pause between two modules is the program's own work. */
const PAUSE = 100_000

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const file = process.env.MEASURED_PROCESSES
let last = cpu()
let loading = last

if (file !== undefined) {
  registerHooks?.({
    load(url, context, next) {
      const now = cpu()
      loading += Math.min(now - last, PAUSE)
      last = now
      return next(url, context)
    },
  })
  process.once('exit', () => {
    try {
      appendFileSync(file, `${JSON.stringify({ cpu: cpu(), loading })}\n`)
    } catch {
      // The test ended before its process did.
    }
  })
}
