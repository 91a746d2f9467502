import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/files.ts', 'src/sqlite.ts', 'src/telemetry.ts', 'src/vitest.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
