import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What an example prints, run in a process of its own: line by line, without the last line break. */
export function linesOf(name: string, variables: Readonly<Record<string, string>> = {}): string[] {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const output = execFileSync(process.execPath, ['--conditions=@skill-state/source', path], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  })
  return output.replace(/\n$/, '').split('\n')
}

/** The source of an example, as a document that shows it must have it. */
export function blockOf(name: string): string {
  return `\`\`\`ts\n${readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8')}\`\`\``
}

/** A text of the repository, by its path from the root. */
export function documentAt(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}
