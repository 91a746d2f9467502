import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const { peerDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly peerDependencies: Readonly<Record<string, string>> }

/** What a module and the modules below it import when they are loaded. Types and `import()` load nothing. */
function importsOf(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  for (const [, clause = '', name = ''] of source.matchAll(/^(?:import|export) ([^'"]*?)from '([^']+)'/gm)) {
    if (clause.startsWith('type ')) continue
    if (name.startsWith('.')) importsOf(join(dirname(file), name), seen)
    else seen.add(name)
  }
  return seen
}

test('the root and every entry load without an optional package', () => {
  const optional = Object.keys(peerDependencies)
  expect(optional).toEqual(['@anthropic-ai/sdk', 'gpt-tokenizer', 'openai'])
  const entries = ['index', 'o200k', 'openai/openai', 'anthropic/anthropic', 'local/local']
  for (const entry of entries) {
    const imports = [...importsOf(resolve(import.meta.dirname, `${entry}.ts`))]
    expect(imports.length).toBeGreaterThan(1)
    expect(imports.filter((name) => optional.some((each) => name.startsWith(each)))).toEqual([])
  }
})
