import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/vitest.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
