import { defineConfig } from 'vitest/config'

/** For a project that was made here: it finds the sources of the packages, which need not have been built. */
export default defineConfig({
  resolve: { conditions: ['@skill-state/source'] },
  ssr: { resolve: { conditions: ['@skill-state/source'] } },
})
