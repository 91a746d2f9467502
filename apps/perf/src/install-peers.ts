import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PEERS_FOLDER } from './peer.ts'

/** Installs the peers from their own lockfile, apart from the workspace. Throws if that fails. */
export function installPeers(): void {
  const folder = fileURLToPath(PEERS_FOLDER)
  const { status, error } = spawnSync(
    'pnpm',
    ['install', '--ignore-workspace', '--frozen-lockfile', '--dir', folder],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (error || status !== 0) {
    throw new Error('the peers were not installed; run it as: pnpm bench:perf --peers', { cause: error })
  }
}
