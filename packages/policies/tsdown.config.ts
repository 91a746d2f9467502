import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/{index,ai-sdk,langchain,mastra,openai-agents}.ts'],
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
