import { type Conditions, parseConditions } from '../manifest/conditions.ts'
import type { EpisodeKey } from '../manifest/manifest.ts'
import type { SessionDocument } from '../manifest/session.ts'
import { parseTrace, type Trace } from '../manifest/trace.ts'

/**
 * Loads the text of the manifest as it is now, or what came after a revision of it: a host of files alone gives all of it
 * each time. Throws if the host does not give it.
 */
export async function loadManifest(after: string | undefined): Promise<string> {
  return await loadText(`data/manifest.json${after === undefined ? '' : `?after=${after}`}`)
}

export async function loadConditions(run: string): Promise<Conditions> {
  const file = `data/runs/${encodeURIComponent(run)}/run.json`
  return parseConditions(JSON.parse(await loadText(file)), 'run.json')
}

export async function loadTrace({ run, file }: EpisodeKey): Promise<Trace> {
  return parseTrace(
    await loadText(`data/runs/${[run, ...file.split('/')].map(encodeURIComponent).join('/')}`),
  )
}

/** Loads a window of a session as its journal has it now. */
export async function loadSession({ run, file }: EpisodeKey, window: number): Promise<SessionDocument> {
  const path = [run, ...file.split('/'), `${window}.json`].map(encodeURIComponent).join('/')
  return JSON.parse(await loadText(`data/sessions/${path}`)) as SessionDocument
}

async function loadText(path: string): Promise<string> {
  const response = await fetch(path, { cache: 'no-cache' })
  if (response.ok) return await response.text()
  throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300).trim()}`)
}
