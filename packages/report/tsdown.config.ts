import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/html/page.ts'],
  dts: true,
  platform: 'neutral',
  fixedExtension: true,
})
