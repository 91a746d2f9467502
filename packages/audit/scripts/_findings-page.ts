import type { AuditDocument, CoverageFigures } from '@skill-state/audit'
import { markdownTable } from 'markdown-table'
import type { Form } from '../src/propose/mine.ts'

export interface Pack {
  readonly run: string
  readonly audit: AuditDocument
}

export interface ProposedState {
  readonly form: Form
  readonly fields: number
  readonly measured: readonly {
    readonly run: string
    readonly learnedFrom: boolean
    readonly figures: CoverageFigures
  }[]
}

/** What half of a pack teaches, measured on the other half. */
export interface Half {
  readonly run: string
  readonly half: string
  /** Coverage held out, as the proposal states it; undefined without a proposal. */
  readonly stated: number | undefined
  readonly interval: readonly [number, number]
  readonly figures: CoverageFigures
}

/** The page of findings. Each number in it comes from the audits and states that it is given. */
export function findingsPage(
  packs: readonly Pack[],
  states: readonly ProposedState[],
  halves: readonly Half[],
): string {
  const windows = ['last:6', 'last:10', 'last:20']
  const windowCosts = packs.flatMap(({ audit }) => windows.map((id) => relativeCost(audit, id, '0.1')))
  const plain = packs.filter(({ run }) => run.endsWith('base'))
  const chatty = packs.filter(({ run }) => !run.endsWith('base'))
  const lost = (each: readonly Pack[], reading: 'all' | 'write'): readonly number[] =>
    each.map(({ audit }) => 1 - (audit[reading].survival['clear-tool-results:keep=3']?.sources.rate ?? 0))
  const differences = halves.map(({ stated = 0, figures }) => stated - (figures.coverage ?? 0))
  const within = halves.filter(({ interval: [low, high], figures: { coverage } }) => {
    const measured = coverage ?? 0
    return low <= measured && measured <= high
  })
  const erasures = chatty[0]?.audit.erasures
  return `# What recordings of real agents show

This page shows the [audit](audit.md) of ${count(packs.reduce((sum, { audit }) => sum + audit.episodes, 0))} recorded episodes of the even-numbered
retail tasks of τ²-bench, by three language models and in two harnesses, from github:codesque16/tau2-bench (MIT). No model
was called. \`packages/audit/scripts/findings.ts\` computes every number on this page.

${table(
  ['recordings', 'episodes', 'calls', 'needed values', 'carried'],
  packs.map(({ run, audit }) => [
    run,
    count(audit.episodes),
    count(audit.calls),
    count(audit.all.needs.values),
    count(carriedOf(audit)),
  ]),
)}

A needed value is a text in the arguments of a tool call. It is carried if its source came before the observation of the
call. A visible value may still be overlooked, so **these figures are no scores**.

## Windows cost more than the whole transcript

With a cached token at a tenth of the price, windows of 6, 10 and 20 messages cost ${range(windowCosts, ratio)} times the
whole transcript: a window changes the beginning of the prompt at each call, and a provider caches beginnings.

${table(
  ['input cost, cached token at 0.1', ...packs.map(({ run }) => run)],
  ['full', 'last:1', ...windows, 'clear-tool-results:keep=3', 'observation-only'].map((id) => [
    id,
    ...packs.map(({ audit }) => ratio(relativeCost(audit, id, '0.1'))),
  ]),
)}

This cache is ideal. Providers billed ${range(
    packs.map(({ audit }) => audit.recorded.cachedShare ?? 0),
    percent,
  )} of the prompt tokens as cached, and the prefixes would
have allowed ${range(
    packs.map(({ audit }) => cacheable(audit)),
    percent,
  )}.

## Clearing tool results loses what later calls need

If all but the last three tool results are cleared, ${range(lost(plain, 'all'), percent)} of the needed values are in no shown
source in the plain harness, and ${range(lost(chatty, 'all'), percent)} in the one that walks a flowchart by tool calls. For tools that
change something it is ${range(lost(plain, 'write'), percent)} and ${range(lost(chatty, 'write'), percent)}. Some of these values are still
visible because the model had restated them:

${table(
  ['shown, clear-tool-results:keep=3', ...packs.map(({ run }) => run)],
  (['all', 'write'] as const).map((reading) => [
    `${reading} tools, any message`,
    ...packs.map(({ audit }) => percent(audit[reading].survival['clear-tool-results:keep=3']?.any.rate ?? 0)),
  ]),
)}

## The state that would have been enough is small

In hindsight, the values that had to be kept take ${range(
    packs.map(({ audit }) => audit.all.required.minimal.chars.mean ?? 0),
    count,
  )} characters on average. The whole
transcript takes ${range(
    packs.map(({ audit }) => audit.size.full?.meanChars ?? 0),
    count,
  )} characters a call, system prompt included.

${table(
  ['characters at a call', 'mean', '90 %', 'max'],
  packs.map(({ run, audit }) => {
    const { mean, p90, max } = audit.all.required.minimal.chars
    return [run, count(mean ?? 0), count(p90 ?? 0), count(max ?? 0)]
  }),
)}

## A state that rules fill carries most of it, and less elsewhere

\`skill-state propose\` learned fields from the first pack alone. No field is filled by a model. Where it loses comes first.

${table(
  ['state', 'measured on', 'coverage', 'mean characters', '90 %'],
  states.flatMap(({ form, fields, measured }) =>
    measured.map(({ run, learnedFrom, figures }) => [
      `${form}, ${fields} fields`,
      learnedFrom ? `${run} (learned from it)` : run,
      percent(figures.coverage ?? 0),
      count(figures.chars.mean ?? 0),
      count(figures.chars.p90 ?? 0),
    ]),
  ),
)}

All packs have the same tasks, so the other models test other behaviour, not other tasks. This is no blind test: we designed the
kinds of patterns after we saw what earlier versions missed on the other packs.

Other tasks: half of each pack teaches, the other half is measured, also in a second domain, the 50 airline tasks of τ-bench
with gpt-4o. "stated" is what the proposal says of itself, from the recordings that it learned from alone: each of them is
measured by fields that the others teach. "expected" is the interval (95 %) that it gives for as many other recordings, from
resampled episodes; of n episodes without a miss, the lower end is 1 − 3/n.

${table(
  ['learned from', 'stated', 'expected', 'on the other half', 'needed values', 'mean characters'],
  halves
    .toSorted((a, b) => (a.figures.coverage ?? 0) - (b.figures.coverage ?? 0))
    .map(({ run, half, stated, interval, figures }) => [
      `${run}, ${half}`,
      percent(stated ?? 0),
      range(interval, percent),
      percent(figures.coverage ?? 0),
      count(figures.carried),
      count(figures.chars.mean ?? 0),
    ]),
)}

${within.length} of ${halves.length} measured shares lie within the interval, and ${differences.filter((each) => Math.abs(each) <= 0.02).length} within 2 points of what was stated. On average the stated share is
${(100 * (differences.reduce((sum, each) => sum + each, 0) / halves.length)).toFixed(1)} points above the measured one: a half has 25 to 29 episodes. These halves are no blind test either: how much a need counts that a second tool gives too (5 % more)
was chosen among four values with their figures in view.

## Rewriting a state loses identifiers

In the flowchart harness the model keeps notes and rewrites them as a whole. ${count(erasures?.transitionsLosingIds ?? 0)} of ${count(
    erasures?.transitions ?? 0,
  )} rewrites
dropped an identifier, ${count(erasures?.idsLost ?? 0)} of ${count(erasures?.idsBefore ?? 0)} identifiers in all; later calls needed ${count(
    erasures?.idsLostNeededLater ?? 0,
  )} of them. The rewrites took
${count(erasures?.rewriteChars ?? 0)} characters; merge patches with the same effect take ${count(erasures?.patchChars ?? 0)}.
`
}

function carriedOf({ all }: AuditDocument): number {
  return Object.values(all.sources).reduce((sum, { notInObservation }) => sum + notInObservation, 0)
}

function relativeCost({ size }: AuditDocument, policy: string, price: string): number {
  return (size[policy]?.inputCost[price] ?? Number.NaN) / (size.full?.inputCost[price] ?? Number.NaN)
}

function cacheable({ size }: AuditDocument): number {
  return (size.full?.sharedPrefixChars ?? 0) / (size.full?.totalChars ?? 1)
}

function range(values: readonly number[], write: (value: number) => string): string {
  const [least, most] = [write(Math.min(...values)), write(Math.max(...values))]
  return least === most ? least : `${least} to ${most}`
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable([columns, ...rows], { align: columns.map((_, at) => (at === 0 ? 'l' : 'r')) })
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const ratio = (value: number): string => value.toFixed(2)
const count = (value: number): string => Math.round(value).toLocaleString('en')
