import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/html/page.ts', 'src/paper/published.ts'],
  dts: true,
  platform: 'neutral',
  fixedExtension: true,
})
