import { decoded } from '../manifest/decoded.ts'
import type { EpisodeKey } from '../manifest/manifest.ts'

const PANELS = ['step', 'prompt', 'state', 'diff', 'why', 'missing'] as const

export type Panel = (typeof PANELS)[number]

/** What the reader sees: all of it is in the address, so that every view can be linked to. */
export type Route =
  | { readonly page: 'episodes' | 'plots'; readonly query: string }
  | {
      readonly page: 'episode'
      readonly episode: EpisodeKey
      readonly step: number
      readonly panel: Panel
      /** JSON Pointer of the value that `why` is asked of. */
      readonly pointer: string
    }
  | { readonly page: 'compare'; readonly left: EpisodeKey; readonly right: EpisodeKey; readonly step: number }

const PREFIX = 'episodes/'
const SUFFIX = '.jsonl'

/** The part of the address behind `#`. */
export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'episode': {
      const { episode, step, panel, pointer } = route
      const base = `#/${formatKey(episode)}/step/${step}`
      if (panel === 'step') return base
      return `${base}/${panel}${panel === 'why' && pointer !== '' ? `?at=${encodeURIComponent(pointer)}` : ''}`
    }
    case 'compare':
      return `#/compare/${formatKey(route.left)}/with/${formatKey(route.right)}/step/${route.step}`
    default:
      return `#/${route.page}${route.query === '' ? '' : `?${route.query}`}`
  }
}

/** Reads the part of the address behind `#`; what is no route leads to the table. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s)
  const names = path.split('/').map(decoded)
  if (names[0] === 'run') {
    const [, run = '', , file = '', , step, panel = 'step'] = names
    return {
      page: 'episode',
      episode: keyOf(run, file),
      step: stepOf(step),
      panel: PANELS.find((each) => each === panel) ?? 'step',
      pointer: new URLSearchParams(query).get('at') ?? '',
    }
  }
  if (names[0] === 'compare') {
    const [, , leftRun = '', , leftFile = '', , , rightRun = '', , rightFile = '', , step] = names
    return {
      page: 'compare',
      left: keyOf(leftRun, leftFile),
      right: keyOf(rightRun, rightFile),
      step: stepOf(step),
    }
  }
  return { page: names[0] === 'plots' ? 'plots' : 'episodes', query }
}

export function isSameKey(a: EpisodeKey, b: EpisodeKey): boolean {
  return a.run === b.run && a.file === b.file
}

function formatKey({ run, file }: EpisodeKey): string {
  const name = file.slice(PREFIX.length, -SUFFIX.length)
  return `run/${encodeURIComponent(run)}/episode/${encodeURIComponent(name)}`
}

const keyOf = (run: string, name: string): EpisodeKey => ({ run, file: `${PREFIX}${name}${SUFFIX}` })

const stepOf = (text = '0'): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)
