import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/tau3/index.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
