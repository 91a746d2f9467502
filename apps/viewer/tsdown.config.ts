import { defineConfig } from 'tsdown'

// Vite has put the page into dist/app before.
export default defineConfig({
  entry: { index: 'src/server/index.ts' },
  dts: true,
  platform: 'node',
  clean: false,
  fixedExtension: true,
})
