import type { SkillFile } from './open-folder.ts'

/** Most files that are told one by one. */
const MAX_SHOWN = 30

/** What a skill's folder holds, a line each: files with kind and size, or if there are many, folders of them. */
export function describeFiles({ files }: { readonly files: readonly SkillFile[] }): readonly string[] {
  const told = files.map(({ name, bytes, text }) => ({
    place: name,
    kind: text === undefined ? 'binary' : 'text',
    bytes,
  }))
  if (told.length <= MAX_SHOWN)
    return told.map(({ place, kind, bytes }) => `${place} (${kind}, ${size(bytes)})`)
  const groups = Map.groupBy(told, ({ place, kind }) => {
    const [folder = './'] = /^[^/]*\//.exec(place) ?? []
    return `${folder}*${/\.\w+$/.exec(place)?.[0] ?? ''} (${kind}`
  })
  return [...groups].map(([group, members]) => {
    const bytes = members.reduce((sum, member) => sum + member.bytes, 0)
    return members.length === 1
      ? `${members[0]?.place} (${members[0]?.kind}, ${size(bytes)})`
      : `${group}, ${members.length} files, ${size(bytes)})`
  })
}

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
