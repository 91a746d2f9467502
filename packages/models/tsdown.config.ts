import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/openai/openai.ts',
    'src/anthropic/anthropic.ts',
    'src/openai-compatible/openai-compatible.ts',
    'src/local/local.ts',
    'src/o200k.ts',
  ],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
