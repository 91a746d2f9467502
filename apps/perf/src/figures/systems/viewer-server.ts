import { serveView } from '@skill-state/viewer'
import { cpuTime } from '../../measure/race.ts'

/** Serves the run of a folder, and says what this process has taken so far each time that it is asked. */
const view = await serveView(process.argv[2] ?? '')
process.on('message', () => {
  process.send?.({ seconds: cpuTime() / 1e6, megabytes: process.resourceUsage().maxRSS / 1_024 })
})
process.send?.(view.url)
