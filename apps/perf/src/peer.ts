import { existsSync } from 'node:fs'
import type { StepTask } from './task/task.ts'

/** Another runtime on the same task. Its dependencies are installed apart from the workspace, on demand. */
export interface Peer {
  /** With its version. */
  readonly name: string
  /** Rounds in which it is timed: one if it is slow. */
  readonly rounds: number
  readonly note?: string
  /** Plays one episode; throws if it did not take all steps. */
  readonly run: (task: StepTask, horizon: number) => Promise<void>
}

/** The folder of the peers' own package.json. */
export const PEERS_FOLDER: URL = new URL('../peers/', import.meta.url)

export function havePeers(): boolean {
  return existsSync(new URL('node_modules/', PEERS_FOLDER))
}

/** The peers that are installed; none if they are not. */
export async function loadPeers(): Promise<readonly Peer[]> {
  if (!havePeers()) return []
  const { peers } = (await import(new URL('index.ts', PEERS_FOLDER).href)) as { peers: readonly Peer[] }
  return peers
}
