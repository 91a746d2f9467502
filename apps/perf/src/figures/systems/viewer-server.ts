import { serveView } from '@skill-state/viewer'

/** Serves the run of a folder, and says what this process has taken so far each time that it is asked. */
const view = await serveView(process.argv[2] ?? '')
process.on('message', () => {
  process.send?.({ cpu: process.cpuUsage(), megabytes: process.resourceUsage().maxRSS / 1_024 })
})
process.send?.(view.url)
