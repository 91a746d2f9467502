import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { documentAt } from './_example.ts'
import { readmes } from './_readmes.ts'

/** A block of code that a page shows. */
export interface Block {
  /** The page, from the root of the repository. */
  readonly page: string
  readonly language: string
  readonly code: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every page of the site that a person wrote, from the root of the repository. */
export const sitePages: readonly string[] = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('docs/{*,start/*,guides/*,decisions/*}.md', { cwd: root }),
].sort()

/** These, and the README of each published package. */
export const pages: readonly string[] = [...sitePages, ...readmes.map(({ page }) => page)]

/** The blocks of a page, those between fences first. A block that is included from a file (`<<<`) is none of them. */
export function blocksOf(page: string): readonly Block[] {
  const text = documentAt(page)
  const fence = /^```(\w*)[^\n]*\n(.*?)^```$/gms
  return [
    ...[...text.matchAll(fence)].map(([, language = '', code = '']) => ({ page, language, code })),
    ...indented(text.replaceAll(fence, '')).map((code) => ({ page, language: languageOf(code), code })),
  ]
}

/** Blocks that are set off by four spaces, without them. */
function indented(text: string): readonly string[] {
  const blocks = text.match(/(?<=\n\n)(?: {4}[^\n]*\n)+/g) ?? []
  return blocks.map((block) => block.replaceAll(/^ {4}/gm, ''))
}

/** They cannot say what they are, so their first word does. */
function languageOf(code: string): string {
  return /^(?:npx|npm|bench|skill-state|node|bash) /.test(code) ? 'sh' : 'text'
}

/** The files that a page includes, as it names them. */
export function includesOf(page: string): readonly string[] {
  return [...documentAt(page).matchAll(/^<<< (\S+)$/gm)].map(([, file = '']) => file)
}
