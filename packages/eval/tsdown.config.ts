import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/store/conformance.ts'],
  dts: true,
  platform: 'neutral',
  fixedExtension: true,
})
