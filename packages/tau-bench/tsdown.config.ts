import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/python/index.ts', 'src/hash/index.ts', 'src/play.ts', 'src/verify/index.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
