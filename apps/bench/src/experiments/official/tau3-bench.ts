import { field } from '@skill-state/eval/options'
import { type JsonObject, known } from '@skill-state/protocol'
import { columns, metricColumn } from '@skill-state/report'
import { type ExperimentFamily, type Presentation, recordedText } from '@skill-state/suite'
import {
  fingerprintOf,
  loadTau3,
  modelUser,
  type Tau3Domain,
  type Tau3DomainName,
  tau3Bench,
} from '@skill-state/tau-bench/tau3'
import type { z } from 'zod'
import {
  officialFamily,
  officialFolder,
  officialName,
  officialTasks,
  refused,
  sourceText,
} from './_official.ts'

const { oneOf, text } = field

/** What an agent scores that says one word and lets the user stop: the official evaluator's own figures. */
const DOING_NOTHING: Readonly<Record<string, string>> = {
  banking_knowledge: '0 of 97',
  airline: '23 of 50 (0.460)',
  retail: '11 of 114 (0.096), the judge content',
}

const SCRIPT = 'a script'

export const DOMAINS = ['banking', 'banking_knowledge', 'airline', 'retail'] as const

const fields = {
  data: text.optional().describe('folder of the official data.'),
  domain: oneOf(DOMAINS).optional().describe('banking, airline or retail.'),
  mode: text.optional().describe('banking: how documents are found.'),
  tasks: text.optional().describe('task ids, as task_001,task_004.'),
  userModel: text.optional().describe('who plays the user, as provider:model.'),
}

type Options = Readonly<z.infer<z.ZodObject<typeof fields>>>

/** τ³-Bench: banking with a knowledge base, and the corrected airline and retail tasks. */
export const tau3BenchFamily: ExperimentFamily = officialFamily({
  id: 'tau3-bench',
  title: 'τ³-Bench: banking with a knowledge base, corrected airline and retail',
  options: fields,
  ownData: false,
  async open(flags, findModel) {
    const whole = tau3Domain(flags)
    const domain = selectTasks(whole, flags.tasks)
    const user = flags.userModel === undefined ? undefined : modelUser(await findModel(flags.userModel))
    return {
      benchmark: tau3Bench({ domain, ...known({ user }) }),
      options: {
        domain: domain.name,
        variant: domain.variant ?? null,
        tasks: flags.tasks ?? 'all',
        data: fingerprintOf(whole),
        user: user?.description ?? SCRIPT,
      },
    }
  },
  present,
})

const GET_DATA = 'name the folder of the τ³-Bench data, by this option or by TAU3_BENCH_DIR'

/** The folder that `--data` or TAU3_BENCH_DIR names. */
export function tau3Data(data: string | undefined): string {
  return officialFolder(data, 'TAU3_BENCH_DIR', GET_DATA)
}

/** The domain of a name; banking has two. */
export function tau3DomainName(given: string | undefined): Tau3DomainName {
  const name = officialName(DOMAINS, given)
  return name === 'banking' ? 'banking_knowledge' : name
}

function tau3Domain({ data, domain, mode }: Options): Tau3Domain {
  const name = tau3DomainName(domain)
  if (name !== 'banking_knowledge' && mode !== undefined) {
    throw refused('mode', `${name} has no documents to find; leave it out`)
  }
  return loadTau3(tau3Data(data), name, { variant: mode })
}

/** The domain with the tasks of some ids alone: `task_001,task_004`. */
function selectTasks(domain: Tau3Domain, ids: string | undefined): Tau3Domain {
  if (ids === undefined) return domain
  const chosen = ids.split(',').map((id) => id.trim())
  return { ...domain, tasks: officialTasks(domain.tasks, chosen, ({ id }) => id, domain.name) }
}

function present({ domain, variant, user }: JsonObject): Presentation {
  const nothing = typeof domain === 'string' ? DOING_NOTHING[domain] : undefined
  const place = typeof variant === 'string' ? `${recordedText(domain)}, ${variant}` : recordedText(domain)
  return {
    id: 'tau3-bench',
    title: `τ³-Bench: ${place}`,
    columns: [
      ...columns,
      metricColumn('steps', 'Steps', 1),
      metricColumn('database', 'Database', 2),
      metricColumn('said', 'Said', 2),
      metricColumn('rewardUnjudged', 'Without the judge', 2),
      metricColumn('outOfSteps', 'Out of steps', 2),
    ],
    source: sourceText(
      nothing,
      user === SCRIPT ? undefined : `The user is ${recordedText(user)}.`,
      'Figures compare with those of τ³-Bench 1.0.1 and, in banking, of the same retrieval variant only. What a judge would have to say counts as met in the success, and as not met in the column Without the judge.',
    ),
  }
}
