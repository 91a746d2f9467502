/**
 * Writes each page of the site as Markdown beside its HTML, and `llms.txt`, which lists them.
 *
 *   node docs/scripts/write-markdown.ts
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('..', import.meta.url))
const site = join(docs, '.vitepress/dist')
const base = process.env.DOCS_BASE ?? '/'

const pages = globSync(['*.md', '{start,guides,decisions,reference}/**/*.md'], { cwd: docs }).sort()
const lines = pages.map((page) => {
  const text = readFileSync(join(docs, page), 'utf8')
  const target = join(site, page)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
  const [, title = page] = /^# (.+)$/m.exec(text) ?? []
  return `- [${title}](${base}${page})`
})
const intro =
  '# skill-state\n\n> Long-running language-model agents on an explicit state instead of a growing transcript'
writeFileSync(join(site, 'llms.txt'), `${intro}\n\n## Pages\n\n${lines.join('\n')}\n`)
console.log(`wrote llms.txt and ${pages.length} pages as Markdown`)
