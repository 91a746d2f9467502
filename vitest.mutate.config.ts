import { defineConfig, type Plugin } from 'vitest/config'
import base from './vitest.config.ts'

/** Puts the source that `scripts/mutate/worker.ts` names in the place of a file. */
const mutant: Plugin = {
  name: 'mutant',
  enforce: 'pre',
  transform: (_, id) => {
    const { file, source } = JSON.parse(process.env.MUTANT ?? '{}') as { file?: string; source?: string }
    return id === file ? source : undefined
  },
}

/** The tests as they always run, but none is to find a mutant in a cache, and those that a fault makes wait for ever end. */
export default defineConfig({
  ...base,
  plugins: [mutant],
  test: { ...base.test, fsModuleCache: false, testTimeout: 30_000, hookTimeout: 30_000 },
})
