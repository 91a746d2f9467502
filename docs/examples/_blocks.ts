import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { documentAt } from './_example.ts'

/** A block of code that a page of the site shows. */
export interface Block {
  /** The page, from the root of the repository. */
  readonly page: string
  readonly language: string
  readonly code: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every page of the site that a person wrote, from the root of the repository. */
export const pages: readonly string[] = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('docs/{*,start/*,guides/*,decisions/*}.md', { cwd: root }),
].sort()

/** The blocks of a page, in their order. A block that is included from a file (`<<<`) is none of them. */
export function blocksOf(page: string): readonly Block[] {
  return [...documentAt(page).matchAll(/^```(\w*)[^\n]*\n(.*?)^```$/gms)].map(
    ([, language = '', code = '']) => ({ page, language, code }),
  )
}

/** The files that a page includes, as it names them. */
export function includesOf(page: string): readonly string[] {
  return [...documentAt(page).matchAll(/^<<< (\S+)$/gm)].map(([, file = '']) => file)
}
