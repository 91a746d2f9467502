import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/capture/index.ts',
    'src/guards/index.ts',
    'src/layouts/index.ts',
    'src/schema/precompile.ts',
    'src/texts.ts',
    'src/journal/index.ts',
    'src/journal/file.ts',
    'src/journal/sqlite.ts',
    'src/journal/memory.ts',
    'src/journal/conformance.ts',
  ],
  dts: true,
  platform: 'neutral',
  external: [/^node:/],
  fixedExtension: true,
})
