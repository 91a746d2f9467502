import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

// Loaded before the program: gives one file of the source with a fault in it. Nothing on disk is changed.
const { file, source } = JSON.parse(process.env.MUTANT ?? '{}') as { file: string; source: string }
const address = pathToFileURL(file).href

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    return url === address ? { ...loaded, source } : loaded
  },
})
