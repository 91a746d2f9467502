import type { SkillFile } from './open-folder.ts'

/** Most files that are told one by one. */
const MAX_SHOWN = 30

/** What a skill's folder holds, a line each: files with kind and size, or if there are many, folders of them. */
export function describeFiles({ files }: { readonly files: readonly SkillFile[] }): readonly string[] {
  if (files.length <= MAX_SHOWN) return files.map(lineOf)
  const groups = Map.groupBy(files, (file) => {
    const [folder = './'] = /^[^/]*\//.exec(file.name) ?? []
    return `${folder}*${/\.\w+$/.exec(file.name)?.[0] ?? ''} (${kindOf(file)}`
  })
  return [...groups].map(([group, members]) => {
    const bytes = members.reduce((sum, member) => sum + member.bytes, 0)
    const [only, ...more] = members.map(lineOf)
    return only !== undefined && more.length === 0
      ? only
      : `${group}, ${members.length} files, ${size(bytes)})`
  })
}

const kindOf = ({ text }: SkillFile): string => (text === undefined ? 'binary' : 'text')

const lineOf = (file: SkillFile): string => `${file.name} (${kindOf(file)}, ${size(file.bytes)})`

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
