import { type Document, isAlias, isCollection, isMap, isNode, isPair, isScalar, type LineCounter } from 'yaml'

/** A place in a document: keys and indices from its top. */
export type Path = readonly PropertyKey[]

/** The place of something in a suite file, as `suite.yaml:3:5: benchmarks.0.name`. */
export type Locate = (path: Path, key?: string) => string

/** The place of an offset, as `suite.yaml:3:5`. */
export type PlaceAt = (offset: number) => string

export function placeIn(file: string, lines: LineCounter): PlaceAt {
  return (offset) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
}

/** Finds places by their paths; if a key is given, the key itself. A missing part gets the place where it should be. */
export function locator(document: Document, placeAt: PlaceAt): Locate {
  return (path, key) => {
    const name = [...path, ...(key === undefined ? [] : [key])].join('.')
    return `${placeAt(offsetOf(document, path, key))}${name === '' ? '' : `: ${name}`}`
  }
}

function offsetOf(document: Document, path: Path, key: string | undefined): number {
  const node = nodeAt(document, path)
  if (!isNode(node)) return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1), undefined)
  const pair = isMap(node)
    ? node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key)
    : undefined
  const found = pair === undefined ? node : pair.key
  return (isNode(found) ? found.range?.[0] : undefined) ?? 0
}

/** What stands at a path; an alias on the way leads to what it stands for. */
function nodeAt(document: Document, path: Path): unknown {
  return path.reduce((node: unknown, key) => {
    const found = isAlias(node) ? node.resolve(document) : node
    return isCollection(found) ? found.get(key, true) : undefined
  }, document.contents)
}
