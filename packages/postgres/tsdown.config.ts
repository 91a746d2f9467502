import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/sessions.ts', 'src/test-server.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
