import { reasonOf } from '@skill-state/protocol'
import { useEffect, useState } from 'preact/hooks'
import type { Manifest, RunEntry } from '../../manifest/manifest.ts'
import { mergeManifest } from '../../manifest/merge-manifest.ts'
import { loadManifest } from '../load.ts'

/** How often a run that is under way is asked for. One whose traces are still being read is asked for at once. */
const POLL_MS = 2000

/** What of the manifest is known. */
export interface ManifestState {
  readonly manifest?: Manifest
  /** Why it cannot be loaded now. */
  readonly error?: string
}

/** The manifest, loaded again for as long as a run of it is not complete. */
export function useManifest(): ManifestState {
  const [state, setState] = useState<ManifestState>({})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let before = ''
    let manifest: Manifest | undefined
    const load = async (): Promise<void> => {
      let wait: number | undefined = POLL_MS
      try {
        const text = await loadManifest(manifest?.revision)
        if (text !== before) {
          manifest = mergeManifest(manifest, JSON.parse(text) as Manifest)
          setState({ manifest })
        }
        before = text
        if (manifest === undefined) return
        if (manifest.unread > 0) wait = 0
        else if (isAllComplete(manifest)) wait = undefined
      } catch (error) {
        before = ''
        const message = reasonOf(error)
        setState((known) => ({ ...known, error: message }))
      }
      if (!stopped && wait !== undefined) timer = setTimeout(load, wait)
    }
    void load()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [])
  return state
}

/** Whether all planned episodes of a run have ended, of which these are the rows. */
export function isComplete(rows: Manifest['episodes'], { planned, writing }: RunEntry): boolean {
  return !writing && endedIn(rows) >= planned
}

function isAllComplete({ runs, episodes }: Manifest): boolean {
  const byRun = Map.groupBy(episodes, ({ run }) => run)
  return runs.every((run) => isComplete(byRun.get(run.name) ?? [], run))
}

/** How many episodes have ended. */
export function endedIn(rows: Manifest['episodes']): number {
  return rows.filter(({ status }) => status !== 'unfinished' && status !== 'unreadable').length
}
