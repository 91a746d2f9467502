/**
 * Writes pages as Markdown into a folder, and `llms.txt`, which lists them.
 *
 *   node docs/scripts/write-markdown.ts                  all pages, beside the HTML of the site
 *   node docs/scripts/write-markdown.ts --skill FOLDER   a skill for coding agents with the guides as its references
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('..', import.meta.url))
const ALL = ['*.md', '{start,guides,decisions,reference}/**/*.md']
const GUIDES = ['{agent,glossary,limits,models,reliability,security,troubleshooting}.md', 'guides/*.md']
const SKILL = 'skill-state-agents/SKILL.md'

const [flag, folder] = process.argv.slice(2)
const skill = flag === '--skill' && folder !== undefined ? resolve(folder) : undefined
const target = skill === undefined ? join(docs, '.vitepress/dist') : join(skill, 'references')
const base = skill === undefined ? (process.env.DOCS_BASE ?? '/') : ''

const pages = globSync(skill === undefined ? ALL : GUIDES, { cwd: docs }).sort()
const lines = pages.map((page) => {
  const text = readFileSync(join(docs, page), 'utf8')
  mkdirSync(dirname(join(target, page)), { recursive: true })
  writeFileSync(join(target, page), text)
  const [, title = page] = /^# (.+)$/m.exec(text) ?? []
  return `- [${title}](${base}${page})`
})
const intro =
  '# skill-state\n\n> Long-running language-model agents on an explicit state instead of a growing transcript'
writeFileSync(join(target, 'llms.txt'), `${intro}\n\n## Pages\n\n${lines.join('\n')}\n`)
if (skill !== undefined)
  writeFileSync(
    join(skill, 'SKILL.md'),
    readFileSync(join(docs, SKILL), 'utf8').replaceAll('](../', '](references/'),
  )
console.log(`wrote llms.txt and ${pages.length} pages as Markdown`)
