import { extname } from 'node:path'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { fileBelow, pathNames } from './safe-path.ts'

export interface FileAnswer {
  readonly type: string
  readonly path: string
}

export interface TextAnswer {
  readonly type: string
  readonly body: string
}

/** How long the first request may read traces before it answers with what it has, and a later one. */
const FIRST_READ_MS = 250
const READ_MS = 1_000

/** By extension; nothing that a trace could hold is ever served as a page or a script. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'text/plain; charset=utf-8',
}

/**
 * What a path of the page's host answers; undefined if there is nothing. With a query, the manifest has what came after a
 * revision. Throws `invalid-run`.
 */
export function findAnswer(
  catalogue: Catalogue,
  app: string,
  pathname: string,
  query = '',
): FileAnswer | TextAnswer | undefined {
  if (pathname === '/') return fileAnswer(app, ['index.html'])
  const names = pathNames(pathname)
  if (names?.[0] !== 'data') return names && fileAnswer(app, names)
  const [, kind, name = '', ...rest] = names
  if (kind === 'manifest.json' && names.length === 2) {
    const after = new URLSearchParams(query).get('after') ?? undefined
    const manifest = catalogue.manifest(after === undefined ? FIRST_READ_MS : READ_MS, after)
    return { type: typeOf('.json'), body: JSON.stringify(manifest) }
  }
  if (kind === 'sessions') {
    const window = Number(/^(\d{1,9})\.json$/.exec(rest.at(-1) ?? '')?.[1])
    const [session] = catalogue.session(name, rest.slice(0, -1).join('/'), window)
    return session && { type: typeOf('.json'), body: JSON.stringify(session) }
  }
  const folder = kind === 'runs' ? catalogue.folderOf(name) : undefined
  return folder !== undefined && isPublished(rest) ? fileAnswer(folder, rest) : undefined
}

function fileAnswer(folder: string, names: readonly string[]): FileAnswer | undefined {
  const path = fileBelow(folder, names)
  return path === undefined ? undefined : { type: typeOf(extname(path)), path }
}

const typeOf = (extension: string): string => TYPES[extension] ?? 'application/octet-stream'

/** Whether a file of a run's folder is for the page: its conditions and its traces, and nothing else. */
function isPublished(names: readonly string[]): boolean {
  const [first = ''] = names
  if (names.length === 1) return first === 'run.json'
  return first === 'episodes' && (names.at(-1)?.endsWith('.jsonl') ?? false)
}
