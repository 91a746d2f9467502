import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@skill-state/source'] },
  ssr: { resolve: { conditions: ['@skill-state/source'] } },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.ts', 'docs/examples/*.test.ts'],
    testTimeout: 60_000,
  },
})
