/**
 * Follows every link of the built site that stays on it, to the page and to the place in the page, and says which lead
 * nowhere: VitePress itself checks pages alone, and only if they are written as Markdown links. And weighs the playground.
 *
 *   node docs/scripts/check-links.ts [--site DIR] [--base PATH]
 *
 * Exit code 1 if a link leads nowhere, or the playground is too large.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

/** Thousand bytes that a visitor loads with the playground's page. */
const MAX_PLAYGROUND = 150

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: fileURLToPath(new URL('../.vitepress/dist', import.meta.url)) },
    base: { type: 'string', default: process.env.DOCS_BASE ?? '/' },
  },
})
const { site, base } = values

const pages = new Map(
  globSync('**/*.html', { cwd: site }).map((file) => [file, readFileSync(join(site, file), 'utf8')]),
)
const anchors = new Map(
  [...pages].map(([file, html]) => [
    file,
    new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)),
  ]),
)

/** The page of an address as a file host finds it; undefined if there is none. */
function pageAt(path: string): string | undefined {
  return [`${path}.html`, `${path}/index.html`, path, 'index.html']
    .map((name) => name.replace(/^\/+|(?<=\/)\/+/g, ''))
    .find((name) => pages.has(name) && (name !== 'index.html' || path.replaceAll('/', '') === ''))
}

function problem(file: string, href: string): string | undefined {
  const from = `http://site${base}${file.replace(/(?:^|(?<=\/))index\.html$/, '').replace(/\.html$/, '')}`
  const { host, pathname, hash } = new URL(href, from)
  if (host !== 'site') return undefined
  if (!pathname.startsWith(base)) return 'leaves the site'
  const path = decodeURIComponent(pathname.slice(base.length))
  const page = pageAt(path)
  if (page === undefined) return existsSync(join(site, path)) ? undefined : 'there is no such page'
  const anchor = decodeURIComponent(hash.slice(1))
  return anchor === '' || anchors.get(page)?.has(anchor) === true
    ? undefined
    : 'there is no such place on the page'
}

const found: string[] = []
let links = 0
for (const [file, html] of pages) {
  for (const [, href = ''] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
    if (/^(?!https?:)[a-z]+:/i.test(href)) continue
    links += 1
    const wrong = problem(file, href.replaceAll('&amp;', '&'))
    if (wrong !== undefined) found.push(`${file}: ${href}: ${wrong}`)
  }
}
for (const line of new Set(found)) process.stdout.write(`${line}\n`)
process.stdout.write(`${pages.size} pages, ${links} links, ${found.length} lead nowhere\n`)
const [playground = ''] = globSync('assets/chunks/page.*.js', { cwd: site })
const kilobytes = gzipSync(readFileSync(join(site, playground))).length / 1_000
process.stdout.write(`the playground: ${kilobytes.toFixed(0)} kB of ${MAX_PLAYGROUND}, gzipped\n`)
process.exitCode = found.length === 0 && pages.size > 0 && kilobytes <= MAX_PLAYGROUND ? 0 : 1
