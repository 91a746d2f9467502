import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/request-fields.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
