import { findSandbox, intercode, leftOut, ownChallenges, readData, type Status } from '@skill-state/intercode'
import type { JsonObject } from '@skill-state/protocol'
import { columns, metricColumn } from '@skill-state/report'
import {
  choice,
  type ExperimentFamily,
  type FamilyFlags,
  list,
  type Presentation,
  positiveInteger,
  recordedText,
} from '@skill-state/suite'
import { primary } from './runtimes.ts'

/** Stands for the challenges that come with the package. */
const OWN = 'own'

const STATUSES: readonly Status[] = [
  'offline',
  'needs_network',
  'asset_absent',
  'needs_vision',
  'long_computation',
  'gold_wrong',
]

/** InterCode CTF: challenges in a Linux sandbox. */
export const intercodeFamily: ExperimentFamily = {
  id: 'intercode',
  title: 'InterCode CTF: challenges in a Linux sandbox',
  flags: ['data', 'mode', 'sandbox', 'tasks', 'turns'],
  async create(flags) {
    const { mode, statuses, sandbox, turns } = readFlags(flags)
    const folder = flags.data ?? process.env.INTERCODE_DIR
    const data = folder === OWN ? ownChallenges : readData(folder)
    const benchmark = intercode({
      data,
      mode,
      statuses,
      sandbox: await findSandbox(sandbox),
      ...(turns !== undefined && { turns }),
    })
    const left = leftOut(data).filter(({ status }) => !statuses.includes(status))
    const options = { mode, statuses, leftOut: left.map(({ id, status }) => ({ id, status })) }
    return {
      ...present(options),
      options,
      series: [{ benchmark, runtimes: primary, horizons: [] }],
      seeds: 1,
    }
  },
  present,
}

function readFlags({ mode = 'fixed', tasks = 'offline', sandbox = 'auto', turns }: FamilyFlags) {
  return {
    mode: choice('--mode', mode, ['fixed', 'official']),
    statuses:
      tasks === 'all' ? STATUSES : list('--tasks', tasks, (option, name) => choice(option, name, STATUSES)),
    sandbox: choice('--sandbox', sandbox, ['auto', 'bwrap', 'docker']),
    turns: turns === undefined ? undefined : positiveInteger('--turns', turns),
  } as const
}

function present(options: JsonObject): Presentation {
  return {
    id: 'intercode',
    title: 'InterCode CTF: challenges in a Linux sandbox',
    columns: [...columns, metricColumn('turns', 'Turns', 1), metricColumn('submits', 'Submits', 1)],
    source: `Rules: ${recordedText(options.mode)}. ${leftOutText(options.leftOut)}`,
    published: () => undefined,
  }
}

/** Which challenges are left out, by reason. */
function leftOutText(left: JsonObject[string] | undefined): string {
  const entries = Array.isArray(left) ? (left as readonly { id: number; status: string }[]) : []
  if (entries.length === 0) return 'No challenge is left out.'
  const reasons = [...Map.groupBy(entries, ({ status }) => status)]
  const texts = reasons.map(([status, all]) => `${status} (${all.map(({ id }) => id).join(', ')})`)
  return `Left out: ${texts.join('; ')}.`
}
