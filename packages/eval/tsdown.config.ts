import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/compare/index.ts',
    'src/statistics/index.ts',
    'src/command-line/fields.ts',
    'src/command-line/index.ts',
    'src/regress/index.ts',
    'src/store/conformance.ts',
  ],
  dts: true,
  platform: 'neutral',
  fixedExtension: true,
})
