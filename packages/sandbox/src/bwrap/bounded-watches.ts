import { spawnSync } from 'node:child_process'

/** What commands of one session may take of what the kernel counts for a user, so that another's programs still get theirs. */
const [INSTANCES, WATCHES] = [16, 16_384]

const BOUND = `echo ${INSTANCES} >/proc/sys/user/max_inotify_instances && echo ${WATCHES} >/proc/sys/user/max_inotify_watches`

/** Words before a command that bound how many files it watches: in a user namespace around its own, whose bounds it cannot change. */
export const boundedWatches: readonly string[] = [
  ...['unshare', '--user', '--map-root-user', '--', '/bin/bash', '-c', `${BOUND} && exec "$@"`, 'bash'],
]

/** Whether this machine lets a user bound them. Else commands watch nothing. */
export function canBoundWatches(asUser: readonly string[]): boolean {
  const [program, ...words] = [...asUser, ...boundedWatches, 'true']
  return spawnSync(program, words, { stdio: 'ignore', timeout: 10_000 }).status === 0
}
