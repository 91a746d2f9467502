import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

const script = (name: string): string => fileURLToPath(new URL(`scripts/slow-tests/${name}`, import.meta.url))

/** The tests as they always run, with the CPU time of each file measured. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    setupFiles: [script('measure-file.ts')],
    reporters: ['default', script('reporter.ts')],
  },
})
