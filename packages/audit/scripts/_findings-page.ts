import type { AuditDocument, CoverageFigures } from '@skill-state/audit'
import { markdownTable } from 'markdown-table'
import type { Form } from '../src/propose/mine.ts'
import type { Proposal } from '../src/propose/propose.ts'

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

/** Random halves of a pack, and how often two samples of their size are within 2 points by chance alone. */
export interface Split {
  readonly run: string
  readonly pairs: readonly { readonly stated: number; readonly measured: number; readonly inside: boolean }[]
  readonly chance: number
}

/** Beside the states of the first pack: what other tasks have. */
export interface OtherTasks {
  readonly halves: readonly Half[]
  readonly splits: readonly Split[]
  /** The paragraph about the set in which no field is stable. */
  readonly toolathlon: string
}

/** What is said of recordings with open-ended tools. */
export function toolathlonText({
  recordings,
  proposal,
}: {
  readonly recordings: number
  readonly proposal: Proposal | undefined
}): string {
  const said =
    proposal?.fields.length === 0
      ? 'says "No stable fields here" and writes none'
      : `writes ${proposal?.fields.length ?? 0} fields`
  return `On open-ended tools it fails. Of ${count(recordings)} recordings of Toolathlon (github:WaitHZ/toolathlon-traj-website), fields that were learned from the
others carry at most ${percent(proposal?.heldOut ?? 0)} of the values that calls needed: each task has tools, paths and ids of its own. \`propose\`
${said}. Below 50 % it offers the generic state.`
}

/** The page of findings. Each number in it comes from the audits and states that it is given. */
export function findingsPage(
  packs: readonly Pack[],
  states: readonly ProposedState[],
  { halves, splits, toolathlon }: OtherTasks,
): string {
  const windows = ['last:6', 'last:10', 'last:20']
  const windowCosts = packs.flatMap(({ audit }) => windows.map((id) => relativeCost(audit, id, '0.1')))
  const plain = packs.filter(({ run }) => run.endsWith('base'))
  const chatty = packs.filter(({ run }) => !run.endsWith('base'))
  const lost = (each: readonly Pack[], reading: 'all' | 'write'): readonly number[] =>
    each.map(({ audit }) => 1 - (audit[reading].survival['clear-tool-results:keep=3']?.sources.rate ?? 0))
  const pairs = splits.flatMap((split) => split.pairs)
  const bias = meanOf(pairs, 'stated') - meanOf(pairs, 'measured')
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

${toolathlon}

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
resampled episodes and half a missed one that they do not show.

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

${within.length} of ${halves.length} measured shares lie within the interval.

**How near is what a proposal states?** ${pairs.length / splits.length} random halves of each pack, each stated by itself and measured on the other half:

${table(
  ['halves of', 'stated', 'measured', 'within 2 points', 'possible', 'in the interval'],
  splits
    .toSorted((a, b) => meanOf(a.pairs, 'measured') - meanOf(b.pairs, 'measured'))
    .map((split) => [
      split.run,
      percent(meanOf(split.pairs, 'stated')),
      percent(meanOf(split.pairs, 'measured')),
      `${near(split.pairs)} of ${split.pairs.length}`,
      percent(split.chance),
      `${split.pairs.filter(({ inside }) => inside).length} of ${split.pairs.length}`,
    ]),
)}

On average the stated share is ${(100 * Math.abs(bias)).toFixed(1)} points ${bias < 0 ? 'below' : 'above'} the measured one. A single half is further off: it has 25 to 29 episodes, and
a few of them hold most misses. "possible" is how often two samples of as many of these episodes are within 2 points of each other:
on average no estimate from one half does better. So a proposal states the interval too.

No half is a blind test. How much a need counts that a second tool gives too (half as much again) is the least of 0, 0.02, 0.05, 0.1, 0.2,
0.3, 0.5 and 1 with the highest stated share over the ten halves: what was measured had no part in it, but each half is also the other half
of one that taught.

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

function meanOf(pairs: Split['pairs'], of: 'stated' | 'measured'): number {
  return pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length
}

function near(pairs: Split['pairs']): number {
  return pairs.filter(({ stated, measured }) => Math.abs(stated - measured) <= 0.02).length
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const ratio = (value: number): string => value.toFixed(2)
const count = (value: number): string => Math.round(value).toLocaleString('en')
