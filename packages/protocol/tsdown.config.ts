import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/conformance/index.ts',
    'src/evidence/index.ts',
    'src/meter/index.ts',
    'src/regress/index.ts',
    'src/machine/files.ts',
  ],
  dts: true,
  platform: 'neutral',
  external: [/^node:/],
  fixedExtension: true,
})
