import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/results/folder-results.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
