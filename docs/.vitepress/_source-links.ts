import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of a token of markdown-it that is used here. */
export interface Token {
  type: string
  tag: string
  content: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

interface Pass {
  readonly tokens: readonly Token[]
  /** What VitePress tells of the page. */
  readonly env: { readonly realPath?: string; readonly path?: string }
}

type Rule = (pass: Pass) => void

export interface MarkdownIt {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: Rule): void
      after(other: string, name: string, rule: Rule): void
    }
  }
}

const docs = fileURLToPath(new URL('..', import.meta.url))
const root = join(docs, '..')

/** Texts of the repository that the site shows under another name. */
const pages: Readonly<Record<string, string>> = {
  'README.md': '/',
  'docs/decisions': '/decisions/',
}

/**
 * Lets a link that works on GitHub work on the site. A link to a page stays what it is, and VitePress rejects it if
 * the page is missing. A link to any other file of the repository leads there if the repository has an address,
 * such as `https://github.com/owner/name`, and is plain code if it has none. Throws for a file that is not there.
 */
export function sourceLinks(markdown: MarkdownIt, repository: string | undefined): void {
  markdown.core.ruler.push('source-links', ({ tokens, env }) => {
    const page = env.realPath ?? env.path ?? docs
    for (const token of tokens) {
      if (token.children !== null) token.children = rewrite(token.children, page, repository)
    }
  })
}

function rewrite(tokens: readonly Token[], page: string, repository: string | undefined): Token[] {
  let unlinked = false
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') {
      const target = targetOf(token.attrGet('href') ?? '', page)
      unlinked = target !== undefined && 'path' in target && repository === undefined
      if (target === undefined) return [token]
      if ('page' in target) token.attrSet('href', target.page)
      else if (repository !== undefined) token.attrSet('href', `${repository}/${target.path}`)
    }
    if (!unlinked) return [token]
    if (token.type === 'link_open') return []
    if (token.type === 'link_close') {
      unlinked = false
      return []
    }
    return [asCode(token)]
  })
}

function asCode(token: Token): Token {
  if (token.type !== 'text') return token
  return Object.assign(token, { type: 'code_inline', tag: 'code' })
}

/** Where a link leads that VitePress does not know of; undefined for one that it knows. */
function targetOf(href: string, page: string): { page: string } | { path: string } | undefined {
  if (/^(?:[a-z]+:|#)/i.test(href)) return undefined
  const [path = '', anchor] = href.split('#')
  const file = fileOf(decodeURIComponent(path), page)
  if (file === undefined) {
    if (/(?:^\/|\.md$|\/$)/.test(path)) return undefined // a page, as VitePress will check
    throw new Error(`${relative(root, page)}: the link to ${href} leads nowhere; correct its path`)
  }
  const name = relative(root, file)
  const known = Object.hasOwn(pages, name) ? pages[name] : undefined
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (known !== undefined) return { page: known + hash }
  if (isPage(name)) return { page: name.slice('docs'.length) + hash }
  return { path: `${statSync(file).isDirectory() ? 'tree' : 'blob'}/main/${name}${hash}` }
}

/** The file that a link names, from its page or, in a text that the page includes, from the root. */
function fileOf(path: string, page: string): string | undefined {
  const places = path.startsWith('/') ? [join(root, path)] : [resolve(dirname(page), path), join(root, path)]
  return places.find((place) => existsSync(place))
}

function isPage(name: string): boolean {
  return name.startsWith('docs/') && name.endsWith('.md')
}
