import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** For tests: a skill's folder of the name, with these files. */
export function skillFolder(files: Readonly<Record<string, string>>, name = 'my-skill'): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'skill-state-skill-')), name)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/** For tests: a SKILL.md with this frontmatter, dashes left out. */
export function skillFile(frontmatter: string, body = 'Do it.'): string {
  return `---\n${frontmatter}\n---\n\n${body}\n`
}

export const plain: string = skillFile('name: my-skill\ndescription: Does it. Use when asked.')
