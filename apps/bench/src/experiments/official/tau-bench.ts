import type { Column, EnvironmentFigures } from '@skill-state/eval'
import { field } from '@skill-state/eval/options'
import { isJsonObject, type JsonObject, known, type Model } from '@skill-state/protocol'
import { column, columns, metricColumn } from '@skill-state/report'
import { PUBLIC_SOURCE, publishedIn, publishedPrompt } from '@skill-state/report/paper'
import { type ExperimentFamily, type Presentation, recordedText } from '@skill-state/suite'
import {
  type Domain,
  fingerprintOf,
  llmUser,
  loadDomain,
  ownDomain,
  reactUser,
  tauBench,
  type UserStrategy,
} from '@skill-state/tau-bench'
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

/** Names the small domain that comes with the package. */
const OWN = 'own'

/** What an agent scores that says one word and stops, on the test tasks: the official evaluator's own figures. */
const DOING_NOTHING: Readonly<Record<string, string>> = {
  retail: '7 of 115 (0.061)',
  airline: '19 of 50 (0.380)',
}

export const DOMAINS = ['retail', 'airline'] as const

const fields = {
  data: text.optional().describe('folder of the official data, or own.'),
  domain: oneOf(DOMAINS).optional().describe('retail or airline.'),
  split: text.optional().describe('test, dev or train. Default: test.'),
  tasks: text.optional().describe('task numbers, as 3,7,10-19.'),
  userModel: text.optional().describe('who plays the user, as provider:model.'),
  userStrategy: oneOf(['llm', 'react', 'scripted']).optional().describe('llm, react or scripted.'),
}

type Options = Readonly<z.infer<z.ZodObject<typeof fields>>>

export const tauBenchFamily: ExperimentFamily = officialFamily({
  id: 'tau-bench',
  title: 'τ-Bench: serve a simulated user under a policy',
  options: fields,
  async open(flags, findModel) {
    const whole = openDomain(flags)
    const domain = selectTasks(whole, flags.tasks)
    const user = await openUser(flags, findModel)
    return {
      benchmark: tauBench({ domain, ...known({ user: user?.strategy }) }),
      options: {
        domain: domain.name,
        split: domain.split,
        tasks: flags.tasks ?? 'all',
        data: { ...fingerprintOf(whole) },
        user: user === undefined ? { strategy: 'scripted' } : user.options,
      },
    }
  },
  present,
})

const GET_DATA = `name a folder with its data (docs/tau-bench.md says how to get them), by this option or by TAU_BENCH_DIR; or ${OWN} for the small domain that comes with the package`

/** The folder that `--data` or TAU_BENCH_DIR names, or an error that says how to name it. */
export function dataFolder(data: string | undefined): string {
  return officialFolder(data, 'TAU_BENCH_DIR', GET_DATA, OWN)
}

function openDomain({ data, domain, split }: Options): Domain {
  const folder = dataFolder(data)
  if (folder !== OWN) return loadDomain(folder, officialName(DOMAINS, domain), split ?? 'test')
  if (domain === undefined && split === undefined) return ownDomain()
  throw refused(`data ${OWN}`, 'it is one domain of its own; leave out domain and split')
}

/** The domain with the tasks of some numbers alone: `3,7,10-19`. */
function selectTasks(domain: Domain, numbers: string | undefined): Domain {
  if (numbers === undefined) return domain
  const [chosen, name] = [numbers.split(',').flatMap(readRange), `${domain.name} (${domain.split})`]
  return { ...domain, tasks: officialTasks(domain.tasks, chosen, ({ index }) => index, name) }
}

function readRange(text: string): number[] {
  const [, first, last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text.trim()) ?? []
  const [from, to] = [Number(first), Number(last)]
  if (first === undefined || to < from) {
    throw refused('tasks', `"${text}" is neither a task's number nor a range such as 10-19`)
  }
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

interface NamedUser {
  readonly strategy: UserStrategy
  readonly options: JsonObject
}

/** Who plays the user; undefined for the scripted one, which speaks to the reference reader alone. */
async function openUser(
  { userModel, userStrategy }: Options,
  findModel: (name: string) => Promise<Model>,
): Promise<NamedUser | undefined> {
  const strategy = userStrategy ?? (userModel === undefined ? 'scripted' : 'llm')
  if (strategy === 'scripted') {
    if (userModel === undefined) return undefined
    throw refused('userStrategy', 'a scripted user needs no userModel; leave one of them out')
  }
  if (userModel === undefined) throw refused('userModel', `userStrategy ${strategy} needs it`)
  const model = await findModel(userModel)
  return {
    strategy: strategy === 'llm' ? llmUser(model) : reactUser(model),
    options: { strategy, model: model.id, ...onRecord(model) },
  }
}

/** What of a model beside its id the user's lines, and what they cost, depend on. */
function onRecord({ settings, capabilities: { maxOutputTokens, prices } = {} }: Model): JsonObject {
  return { ...known({ settings, maxOutputTokens, prices: prices && { ...prices } }) }
}

function present({ domain, split, user }: JsonObject): Presentation {
  const nothing = split === 'test' && typeof domain === 'string' ? DOING_NOTHING[domain] : undefined
  return {
    id: 'tau-bench',
    title: `τ-Bench: ${recordedText(domain)}, ${recordedText(split)} tasks`,
    columns: [
      ...columns,
      column.promptTokens,
      publishedPrompt,
      metricColumn('steps', 'Steps', 1),
      metricColumn('databaseOfficial', 'Database', 2),
      metricColumn('outputsSaid', 'Outputs', 2),
      metricColumn('outOfSteps', 'Out of steps', 2),
      userColumn('calls', 'User calls', 1),
      userColumn('inputTokens', 'User input', 0),
      userColumn('outputTokens', 'User output', 0),
      userColumn('cost', 'User cost, USD', 4),
    ],
    source: sourceText(
      nothing,
      userNotice(user),
      'These are the tasks of τ-Bench v1: figures compare with published v1 figures only.',
      nothing === undefined ? '' : PUBLIC_SOURCE,
    ),
    published: publishedIn('tab:public_benchmarks'),
  }
}

function userColumn(figure: keyof EnvironmentFigures, title: string, decimals: number): Column {
  const id = `user${figure.charAt(0).toUpperCase()}${figure.slice(1)}`
  return { id, title, decimals, of: ({ environment }) => environment?.[figure] }
}

/** Who played the user, as the run's conditions name it; undefined for a scripted one. */
function userNotice(user: JsonObject[string] | undefined): string | undefined {
  if (!isJsonObject(user)) return ''
  const { strategy, model, prices } = user
  if (strategy === 'scripted') return undefined
  const costs = isJsonObject(prices)
    ? `; its costs are by the price sheet of ${recordedText(prices.date)}`
    : ''
  return `The user is played by ${recordedText(model)} (${recordedText(strategy)})${costs}, beside the agent's own figures.`
}
