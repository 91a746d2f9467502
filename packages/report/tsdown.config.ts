import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/html/page.ts',
    'src/html/shell.ts',
    'src/paper/published.ts',
    'src/drawing/plot.ts',
  ],
  dts: true,
  platform: 'neutral',
  fixedExtension: true,
})
