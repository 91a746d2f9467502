/**
 * Writes each page of the site as Markdown beside its HTML, and `llms.txt`, which lists them.
 *
 *   node docs/scripts/write-markdown.ts
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('..', import.meta.url))
const site = join(docs, '.vitepress/dist')
const base = process.env.DOCS_BASE ?? '/'

/** A page's text, with the pages that it includes. */
function textOf(file: string): string {
  const at = (name: string): string => resolve(dirname(file), name)
  return readFileSync(file, 'utf8').replace(
    /^<!--\s*@include: (\S+?)(?:#(\S+))?\s*-->$/gm,
    (_, name, region) => regionOf(textOf(at(name)), region),
  )
}

function regionOf(text: string, name: string | undefined): string {
  if (name === undefined) return text
  const [, region = ''] = text.split(new RegExp(`<!-- #(?:end)?region ${name} -->`))
  return region.trim()
}

const pages = globSync(['*.md', '{start,guides,decisions,reference}/**/*.md'], { cwd: docs }).sort()
const lines = pages.map((page) => {
  const text = textOf(join(docs, page))
  const target = join(site, page)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
  const [, title = page] = /^# (.+)$/m.exec(text) ?? []
  return `- [${page === 'index.md' ? 'skill-state' : title}](${base}${page})`
})
const intro =
  '# skill-state\n\n> Long language-model skills on an explicit state instead of a growing transcript'
writeFileSync(join(site, 'llms.txt'), `${intro}\n\n## Pages\n\n${lines.join('\n')}\n`)
console.log(`wrote llms.txt and ${pages.length} pages as Markdown`)
