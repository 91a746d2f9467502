import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/telemetry.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
