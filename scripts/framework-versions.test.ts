import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const workspace = text('pnpm-workspace.yaml')
/** The version that the catalog pins, also of a package under another name. */
const pinned = (name: string): string | undefined =>
  workspace
    .split('\n')
    .find((line) => line.startsWith(`  "${name}": `) || line.startsWith(`  ${name}: `))
    ?.split(/[ @]/)
    .at(-1)

test.each([
  ['ai-sdk', 'ai', 'ai-lowest', 'version.ts'],
  ['langchain', 'langchain', 'langchain-lowest', 'stepper.ts'],
  ['openai-agents', '@openai/agents', 'openai-agents-lowest', 'state-model.ts'],
  ['mastra', '@mastra/core', undefined, 'state-processor.ts'],
])('%s names the versions that its tests run with', (name, framework, alias, file) => {
  const [, lowest, newest] =
    /\['(\d+\.\d+\.\d+)', '(\d+\.\d+\.\d+)'\]/.exec(text(`packages/${name}/src/${file}`)) ?? []
  expect(newest).toBe(pinned(framework))
  expect(lowest).toBe(alias === undefined ? newest : pinned(alias))
  const manifest = JSON.parse(text(`packages/${name}/package.json`)) as {
    peerDependencies: Record<string, string>
  }
  expect(manifest.peerDependencies[framework]).toMatch(new RegExp(`^(\\^|>=)${lowest}\\b`))
})
