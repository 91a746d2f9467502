import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@skill-state/source'] },
  ssr: { resolve: { conditions: ['@skill-state/source'] } },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.ts', 'docs/examples/*.test.ts'],
    // Tests that type a command in a process of its own wait for it, also on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
