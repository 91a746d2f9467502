import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-agents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the skill for coding agents brings each guide that it names', () => {
  const writer = fileURLToPath(new URL('../scripts/write-markdown.ts', import.meta.url))
  execFileSync(process.execPath, [writer, '--skill', folder])
  const text = readFileSync(join(folder, 'SKILL.md'), 'utf8')
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links).toContain('references/agent.md')
  for (const link of links) expect(statSync(join(folder, link)).size, link).toBeGreaterThan(1_000)
  expect(text).toMatch(/^---\n+name: skill-state-agents\ndescription: .{40,}\n/)
})
