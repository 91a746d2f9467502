import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'

/** Most bytes of a file that is read: far above any text that a prompt could hold. */
const MAX_FILE_BYTES = 1_000_000

/** The files of a skill, by their paths from its folder. */
export interface SkillFolder {
  /** The folder as it was named. */
  readonly path: string
  /** Whether there is such a file in the folder. */
  has(file: string): boolean
  /** The text of a file. Throws `invalid-skill` for one outside of the folder, that is missing, or that is too large. */
  read(file: string): string
  /** Each file that was read, with its text: what the skill consists of. */
  readonly files: ReadonlyMap<string, string>
}

/** Opens a folder. Links are followed, and may not lead out of it. Throws `invalid-skill` where it is none. */
export function openFolder(path: string): SkillFolder {
  const root = realPath(path)
  if (root === undefined || !statSync(root).isDirectory()) {
    throw new SkillStateError('invalid-skill', `there is no folder ${path}: name the one that holds SKILL.md`)
  }
  const files = new Map<string, string>()
  const locate = (file: string): string | undefined => {
    const real = realPath(resolve(root, file))
    return real !== undefined && isInside(root, real) && statSync(real).isFile() ? real : undefined
  }
  return {
    path,
    files,
    has: (file) => locate(file) !== undefined,
    read: (file) => {
      const real = locate(file)
      if (real === undefined) throw refusal(path, `it has no file ${file}`)
      if (statSync(real).size > MAX_FILE_BYTES) {
        throw refusal(path, `${file} has more than ${MAX_FILE_BYTES} bytes`)
      }
      const text = readFileSync(real, 'utf8')
      files.set(relative(root, resolve(root, file)).split(sep).join('/'), text)
      return text
    },
  }
}

function isInside(root: string, file: string): boolean {
  const path = relative(root, file)
  return path !== '' && !isAbsolute(path) && path !== '..' && !path.startsWith(`..${sep}`)
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function refusal(folder: string, reason: string): SkillStateError {
  return new SkillStateError('invalid-skill', `the skill in ${folder} cannot be loaded: ${reason}`)
}
