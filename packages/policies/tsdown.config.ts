import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/{index,ai-sdk,langchain,mastra}.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
