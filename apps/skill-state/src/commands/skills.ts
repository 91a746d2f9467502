import { spawnSync } from 'node:child_process'
import { fetchSkill, listSkills, loadSkill } from '@skill-state/agent-skills'
import { printable, reasonOf } from '@skill-state/protocol'
import { brief } from '../brief.ts'
import { terminalAsker } from '../run/ask.ts'
import { fetchTrusted, trust } from '../run/trust.ts'
import { cacheFolder } from '../run/workspace/places.ts'

/** What `skill-state list` prints: the skills of a folder or a repository. */
export async function listCommand(source: string): Promise<string> {
  const { folders, close } = await listSkills(source, { cache: cacheFolder('skills') })
  try {
    const rows = folders.map((folder) => {
      try {
        const { name, frontmatter } = loadSkill(folder)
        return [name, frontmatter.description]
      } catch (error) {
        return [folder, `cannot be loaded: ${reasonOf(error)}`]
      }
    })
    const width = Math.max(0, ...rows.map(([name = '']) => name.length))
    const lines = rows.map(
      ([name = '', about = '']) => `${brief(name).padEnd(width)}  ${brief(about, 160)}\n`,
    )
    return lines.length === 0 ? `${brief(source)} has no skill\n` : lines.join('')
  } finally {
    close()
  }
}

const MAX_LINES = 300

/** Shows what is new in a trusted skill, and trusts it after a question. Returns the exit code. */
export async function updateCommand(source: string): Promise<number> {
  const cache = cacheFolder('skills')
  const [before, after] = [await fetchTrusted(source), await fetchSkill(source, { cache })]
  const asker = terminalAsker()
  try {
    const { hash } = loadSkill(after.folder)
    if (loadSkill(before.folder).hash === hash) {
      process.stdout.write(`${brief(source)} has not changed\n`)
      return 0
    }
    const words = ['diff', '--no-index', '--no-color', '--no-ext-diff', '--', before.folder, after.folder]
    const lines = spawnSync('git', words, { encoding: 'utf8', maxBuffer: 1e8 }).stdout.split('\n')
    const shown = lines.slice(0, MAX_LINES).join('\n')
    const more = lines.length > MAX_LINES ? `\n[${lines.length - MAX_LINES} more lines]` : ''
    const names = shown
      .replaceAll(before.folder.slice(1), 'before')
      .replaceAll(after.folder.slice(1), 'after')
    process.stdout.write(`${printable(names)}${more}\n`)
    if ((await asker.confirm('trust the new one?')) !== true) return 1
    trust(source, { hash, commit: after.commit })
    return 0
  } finally {
    asker.close()
    before.close()
    after.close()
  }
}
