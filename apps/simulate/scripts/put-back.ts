import { registerHooks } from 'node:module'
import { faults } from './faults.ts'

// Loaded before the program: gives one file of the source with a fault in it. Nothing on disk is changed.
const fault = faults.find(({ name }) => name === process.env.FAULT)
if (fault === undefined) throw new Error(`there is no fault "${process.env.FAULT}"`)
const { file, now, before } = fault

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith(file)) return loaded
    const source = Buffer.from(loaded.source as string).toString()
    if (source.split(now).length !== 2) throw new Error(`${file} does not have this once: ${now}`)
    return { ...loaded, source: source.replace(now, () => before) }
  },
})
