import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/test-server.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
