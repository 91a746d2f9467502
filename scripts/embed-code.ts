/**
 * Writes code files into the Markdown pages that show them, so that GitHub and editors show them too. A block names its
 * file, from the page's folder, after its language: "```ts ./examples/booking.ts".
 *
 *   node scripts/embed-code.ts            writes the pages
 *   node scripts/embed-code.ts --check    only compares, and names each page that differs
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const BLOCK = /^(`{3,})(\w+ (\.\.?\/\S+))\n.*?^\1$/gms

function embedded(page: string): string {
  return readFileSync(page, 'utf8').replace(BLOCK, (_, _fence, info: string, file: string) => {
    const code = readFileSync(join(dirname(page), file), 'utf8')
    const fence = code.includes('\n```') ? '````' : '```'
    return `${fence}${info}\n${code}${fence}`
  })
}

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'docs/.vitepress/**'],
})
const stale = pages
  .map((page) => join(root, page))
  .filter((page) => readFileSync(page, 'utf8') !== embedded(page))
if (!process.argv.includes('--check')) for (const page of stale) writeFileSync(page, embedded(page))
else if (stale.length > 0) {
  console.error(`${stale.join('\n')}\nshow code that has changed since. Fix: pnpm docs:embed`)
  process.exitCode = 1
}
