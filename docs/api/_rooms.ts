import { relative } from 'node:path'
import { DeclarationReflection, ReflectionKind } from 'typedoc'

/** An entry with more exports than this has a page for each room of its source. */
const EXPORTS_OF_A_PAGE = 20
/** A room with fewer exports stays on the entry's page. */
const EXPORTS_OF_A_ROOM = 3

/** Between an entry and a room in the name of a module, and so in the name of its file. */
export const BETWEEN = '--'

/**
 * The pages of an entry, itself first. The exports of a long entry move to a module for each folder that lies beside the
 * entry's file; what lies beside it in a file, or in another package, stays.
 */
export function pagesOf(entry: DeclarationReflection, folder: string): readonly DeclarationReflection[] {
  const children = entry.children ?? []
  if (children.length <= EXPORTS_OF_A_PAGE) return [entry]
  const rooms = [...Map.groupBy(children, (child) => roomOf(child, folder))]
  const moved = rooms.filter(([room, exports]) => room !== '' && exports.length >= EXPORTS_OF_A_ROOM)
  entry.children = rooms.filter((room) => !moved.includes(room)).flatMap(([, exports]) => exports)
  entry.childrenIncludingDocuments = [...entry.children]
  return [entry, ...moved.map(([room, exports]) => pageOf(entry.name + BETWEEN + room, exports, entry))]
}

function roomOf({ sources = [] }: DeclarationReflection, folder: string): string {
  const path = relative(folder, sources[0]?.fullFileName ?? folder).split('/')
  return path.length > 1 && path[0] !== '..' && path[0] !== undefined ? path[0] : ''
}

function pageOf(name: string, exports: readonly DeclarationReflection[], entry: DeclarationReflection) {
  const page = new DeclarationReflection(name, ReflectionKind.Module, entry.project)
  entry.project.registerReflection(page, undefined, undefined)
  entry.project.addChild(page)
  for (const one of exports) {
    one.parent = page
    page.addChild(one)
  }
  return page
}
