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

/** The blocks of a page. A block that `docs:embed` writes from a file is not one of them. */
export function blocksOf(page: string): readonly Block[] {
  return [...documentAt(page).replaceAll(EMBEDDED, '').matchAll(FENCE)].map(
    ([, language = '', code = '']) => ({
      page,
      language,
      code,
    }),
  )
}

/** Lines that Markdown takes for a block although no fence says in which language they are. */
export function unfencedIn(page: string): readonly string[] {
  return (
    documentAt(page)
      .replaceAll(EMBEDDED, '')
      .replaceAll(FENCE, '')
      .match(/(?<=\n\n) {4}\S.*/g) ?? []
  )
}

const EMBEDDED = /^(`{3,})\w+ (\.\.?\/\S+)\n.*?^\1$/gms
const FENCE = /^```(\w*)[^\n]*\n(.*?)^```$/gms

/** The files that a page shows whole, as it names them. */
export function includesOf(page: string): readonly string[] {
  return [...documentAt(page).matchAll(EMBEDDED)].map(([, , file = '']) => file)
}
