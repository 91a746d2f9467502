import { reasonOf } from '@skill-state/protocol'
import type { Sandbox } from './sandbox.ts'

export interface Explanation {
  readonly complaint: string
  readonly remedy: string
}

interface Known {
  /** What it says. */
  readonly says: RegExp
  /** Replaces what it says, if that is worth shortening. */
  readonly complaint?: string
  readonly remedy: string
}

const longest = 300
const installBubblewrap = 'install bubblewrap 0.8 or newer'

/** The first that fits; each list ends with what fits anything. */
const known: Readonly<Record<Sandbox['id'], readonly Known[]>> = {
  bwrap: [
    {
      says: /spawn setpriv ENOENT/,
      complaint: 'setpriv is not installed',
      remedy: 'install util-linux, and bubblewrap 0.8 or newer',
    },
    {
      says: /spawn bwrap ENOENT|failed to execute bwrap/,
      complaint: 'bubblewrap is not installed',
      remedy: installBubblewrap,
    },
    {
      says: /namespace|uid map/,
      remedy: 'let bubblewrap make user namespaces (on Ubuntu, AppArmor restricts them)',
    },
    { says: /is used on Linux/, remedy: 'use Linux on x64' },
    { says: /(?:)/, remedy: installBubblewrap },
  ],
  docker: [
    { says: /ENOENT/, complaint: 'Docker is not installed', remedy: 'install and start Docker' },
    { says: /Cannot connect/, complaint: 'Docker is not running', remedy: 'start Docker' },
    { says: /permission denied/i, remedy: 'let this user reach Docker' },
    { says: /image/i, remedy: 'build the image from the dockerfile that this package exports' },
    { says: /(?:)/, remedy: 'start Docker' },
  ],
}

export function explain(id: Sandbox['id'], error: unknown): Explanation {
  const said = reasonOf(error).trim().replace(/\s+/g, ' ')
  const { complaint = said.slice(0, longest), remedy = '' } =
    known[id].find(({ says }) => says.test(said)) ?? {}
  return { complaint, remedy }
}
