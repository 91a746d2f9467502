import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/results/file-results.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
