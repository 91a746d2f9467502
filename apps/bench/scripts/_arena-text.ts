import type { PolicyRecord } from '@skill-state/policies'
import { pruneMessages } from '@skill-state/policies/ai-sdk'
import { clearToolUses, summarizeMessages, trimMessages } from '@skill-state/policies/langchain'
import { limitTokens } from '@skill-state/policies/mastra'
import { INPUT, LEAST_CACHED, mean, OUTPUT } from '../test/play-task.ts'
import { type Retention, rates } from '../test/retention.ts'
import { markdownTable } from './_markdown-table.ts'

/** The least and the most that any reader keeps. */
export interface Range {
  readonly worst: number
  readonly best: number
}

export interface PolicyRow {
  readonly policy: string
  /** Kept by readers that write nothing, that write notes, and of whom the policy asks a state. */
  readonly silent: Range | undefined
  readonly notes: Range | undefined
  readonly state: Range | undefined
  /** Share of the needs that prompts still showed. */
  readonly needs: number
  /** For each reader: the mean prompt as a multiple of SKILL.state's, and what is kept. */
  readonly points: readonly { readonly prompt: number; readonly kept: number }[]
  readonly quarters: number
  /** Dollars by price sheet. */
  readonly cost: readonly number[]
  readonly from: readonly (number | undefined)[] | undefined
}

/** What readers keep that err with one chance: the means by world, for each kind of mistake and form of notes. */
export interface Cell {
  readonly kind: 'writes' | 'reads'
  readonly rate: number
  readonly played: readonly { readonly key: string; readonly kept: readonly number[] }[]
  readonly mistakes: number
  readonly rejections: number
}

export interface ErringRow {
  readonly policy: string
  /** How often notes are written. */
  readonly copies: number
  readonly cells: readonly Cell[]
  /** A quarter of the characters in and out, at the higher chance of a mistake in writing. */
  readonly quarters: number
}

/** Scores of each seed, by runtime (floor, transcript, summary, state) and reader. */
export interface LookbackRow {
  readonly kind: string
  readonly scores: readonly (readonly (readonly number[])[])[]
}

interface Figures {
  readonly rows: readonly PolicyRow[]
  readonly erring: readonly ErringRow[]
  readonly lookback: readonly LookbackRow[]
  readonly lost: readonly (readonly [name: string, Retention])[]
  readonly longRun: string
  readonly seeds: number
  readonly LONG: number
}

const npm = (name: string, version: string): string =>
  `[${name} ${version}](https://www.npmjs.com/package/${name}/v/${version})`

const ran = ({ library: { name, version } = { name: '', version: '' } }: PolicyRecord): string =>
  `runs ${npm(name, version)}`

/** What decides in each policy, or the source that it follows, with the version. */
const sources: Readonly<Record<string, string>> = {
  'clear-tool-results': ran(clearToolUses()),
  trim: ran(trimMessages({ maxTokens: 1 })),
  'trim:follows=mastra': ran(limitTokens({ limit: 1 })),
  'trim:follows=ai-sdk': ran(pruneMessages()),
  'summarise-at-threshold:keep=4': ran(summarizeMessages({ summarize: String })),
  'summarise-at-threshold:follows=anthropic':
    'follows [anthropic-sdk 4440ae1](https://github.com/anthropics/anthropic-sdk-typescript/blob/4440ae192424bd87948b2df910dd6b80c50f4f8d/src/lib/tools/CompactionControl.ts)',
  'working-memory': `follows ${npm('@mastra/memory', '1.31.0')}`,
  'memory-tool': `follows ${npm('@anthropic-ai/sdk', '1.11.0')}`,
  'state-rewrite':
    'follows [MEM1 1882108](https://github.com/MIT-MI/MEM1/tree/18821083f5fcb46e01ddd47032c718af1842e198)',
  'skill-state-window':
    'follows [pi-skill-state 0.1.0](https://github.com/o1lo01ol1o/pi-skill-state/tree/34a7f617c82c9a10eff4680e8ec3f594c5d888da)',
}

const ALIKE = 0.02
const two = (value: number): string => value.toFixed(2)
const range = (given: Range | undefined): string =>
  given === undefined ? '–' : `[${two(given.worst)}, ${two(given.best)}]`
const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`
const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** The page, every figure and ranking of it computed. */
export function pageText(figures: Figures): string {
  const { rows, erring, lookback, lost, longRun, seeds, LONG } = figures
  const noted = rows.filter(({ notes }) => notes !== undefined)
  const tied = noted.filter(({ notes }) => (notes?.best ?? 0) >= 1 - ALIKE)
  const over = rows
    .filter(({ policy }) => /^clear|ai-sdk$/.test(policy))
    .flatMap(({ points }) => points.map(({ prompt }) => prompt))
  const cents = (policy: string): string =>
    `${((rows.find((row) => row.policy === policy)?.cost[1] ?? 0) * 100).toFixed(1)} ¢`
  return `# The arena: versus compaction

Today's context policies and SKILL.state play five worlds of 100 steps each, with ${seeds} seeds, and six worlds that are made for it to lose.
\`bench run arena\` and \`bench run lookback\` play them. \`apps/bench/scripts/arena-page.ts\` writes this page, and CI checks that it says
what the script computes.

**No language model was run.** The readers are programs of different habits, so a cell is [worst, best] over them: what _a_ reader can
know from a context, and what it can miss. A ranking is stated only if it holds in every cell.

## Where a state loses

Worlds of 60 steps in which the schema was written before it was known what matters: it has room for the colour of each parcel, 42
bits in all. The readers overlook nothing; one guesses what it does not know, and files other facts as colours.

${lookbackTable(lookback)}

${lookbackText(lookback)}

- **Transcripts make no mistakes in writing.** ${transcriptText(erring)}
- **Short horizons.** Without a cache, the transcript is cheaper before step ${rows.find(({ policy }) => policy === 'prompt')?.from?.[0] ?? '–'}.
- **Cached transcripts.** A state changes its prompt near the beginning. With a prefix cache the transcript costs ${cents('prompt')} for
  100 steps, SKILL.state ${cents('skill-state')}. Break-even step: ${longRun}.

## Without mistakes, a written note and a state tie

${tied.length === noted.length ? `With each of the ${noted.length} policies that keep replies or summaries` : `With ${tied.length} of ${noted.length} policies that keep replies or summaries`}, some reader that writes what it knows into them keeps ${two(Math.min(...tied.map(({ notes }) => notes?.best ?? 0)))} or more; SKILL.state
keeps ${two(rows.find(({ policy }) => policy === 'skill-state')?.state?.worst ?? 0)}. **So without mistakes no policy of this page is worse than a state because of what it keeps**: a window that keeps
the newest reply is a state, if the reply holds notes. What a reader scores that writes nothing says how far a policy needs notes.

${policyTable(rows)}

- _nothing_, _notes_, _state_: share of steps or questions answered rightly, [worst, best] over readers: those that write nothing and
  read observations alone, or their own replies too; those that end each reply with notes, in sentences or densely; those that a policy
  asks for a state.
- _needs_: of the values that the right action needs and the newest observation lacks, the share that the prompt showed a reader that
  writes nothing ([audit](audit.md)).
- _prompt_: the mean prompt as a multiple of SKILL.state's, [least, most]. A policy with a budget was given the size of SKILL.state's
  prompts; \`clear-tool-results\` and \`trim:follows=ai-sdk\` never drop replies, so they exceed it up to ${Math.max(...over).toFixed(1)} times.
- _chars ÷ 4_: a quarter of the characters in and out, which stands for tokens: no tokenizer counts them. _¢_: $${INPUT} and $${OUTPUT} for a
  million of these quarters in and out; without a cache, with a prefix cache (10 % from ${LEAST_CACHED.toLocaleString('en')} on), with a paid one (writes 125 %). _from_:
  the step from which SKILL.state costs less, without and with a prefix cache. These three are of the cheapest reader among those that keep most.

![What each policy keeps against the size of its prompts](/arena.svg)

Rows that say _runs_ call that package through \`@skill-state/policies\`. The others are written after the source named: a working
memory and a memory tool are how a model and its loop talk, not a choice of messages, and the other sources are no packages that can
be called. The runtimes always show instructions and newest observation, and ask for summaries in the same words. The providers' own
compaction was **never run here**.

## What a state buys when writers err

Here each fact that is written down is omitted, written over another fact, or garbled by one character, each time with a chance of ${percent(erring[0]?.cells[0]?.rate ?? 0)} or ${percent(erring[0]?.cells[1]?.rate ?? 0)};
in other columns each fact that is read is missed with that chance. A cell is [worst, best] over the kinds of mistakes and the forms of notes.

${erringTable(erring)}

_× 3_: densely written notes, three times in each reply; what most of them say is read. _rejected_: rejected replies for 100 mistakes
made, at the higher chance. A rejected reply is asked for again, so its mistakes have no effect. Guards also reject a reply that corrects
an earlier mistake. _chars_: the characters in and out as a multiple of SKILL.state's, likewise.

${rankingText(erring)}

## What a distracted reader loses

The table shows ${LONG} steps of \`state-recall\`. The reader believes ${rates.believes * 100} % of false callers, deletes an entry in ${rates.slips * 100} % of the steps, and omits ${rates.leavesOut * 100} % of
the entries that it copies.

${markdownTable([
  ['runtime', 'facts lost', 'deletions asked for', 'blocked'],
  ...lost.map(([name, { lost: facts, legitimate, blocked }]) => [
    `\`${name}\``,
    ...[facts, legitimate, blocked].map(String),
  ]),
])}
`
}

function policyTable(rows: readonly PolicyRow[]): string {
  const step = (value: number | undefined): string => (value === undefined ? 'never' : String(value))
  return markdownTable([
    ['policy', 'nothing', 'notes', 'state', 'needs', 'prompt', 'chars ÷ 4', '¢', 'from', 'decided by'],
    ...rows.map(({ policy, silent, notes, state, needs, points, quarters, cost, from }) => {
      const prompts = points.map(({ prompt }) => prompt)
      return [
        `\`${policy}\``,
        ...[silent, notes, state].map(range),
        two(needs),
        `[${Math.min(...prompts).toFixed(1)}, ${Math.max(...prompts).toFixed(1)}]`,
        Math.round(quarters).toLocaleString('en'),
        cost.map((dollars) => (dollars * 100).toFixed(1)).join('/'),
        from === undefined ? '–' : from.map(step).join('/'),
        sources[policy] ?? 'follows the [paper](benchmarks.md#the-runtimes)',
      ]
    }),
  ])
}

function lookbackTable(rows: readonly LookbackRow[]): string {
  const says: Readonly<Record<string, string>> = {
    late: 'what matters later has no place in the schema',
    trajectory: 'the answer is what was done',
    structure: 'parcels differ in what is told of them',
    drift: 'the world changes without a notice',
    paraphrase: 'words are explained after they were used',
    misread: 'labels are read wrongly at times; one reading stays',
  }
  const cell = (readers: readonly (readonly number[])[]): string => {
    const means = [...new Set(readers.map((seeds) => two(mean(seeds))))].toSorted()
    const all = readers.flat()
    return `${means.join(' to ')} [${two(Math.min(...all))}, ${two(Math.max(...all))}]`
  }
  return markdownTable([
    ['world', 'what it is', 'floor', 'transcript', 'summary', 'SKILL.state'],
    ...rows.map(({ kind, scores }) => [`\`${kind}\``, says[kind] ?? '', ...scores.map(cell)]),
  ])
}

function lookbackText(rows: readonly LookbackRow[]): string {
  const loses = rows.filter(({ scores: [, transcripts = [], , states = []] }) =>
    states.every((state) =>
      transcripts.every((transcript) => transcript.every((kept, seed) => kept > (state[seed] ?? 1))),
    ),
  )
  const others = rows.filter((row) => !loses.includes(row))
  const rest =
    others.length === 0
      ? ''
      : ` In the others (${list(others.map(({ kind }) => kind))}) that is not so in every seed.`
  return `In brackets: the least and the most of the seeds. With every seed and reader SKILL.state keeps less than the transcript in ${list(loses.map(({ kind }) => kind))}.${rest}`
}

const nameOf = ({ policy, copies }: ErringRow): string => `\`${policy}\`${copies > 1 ? ` × ${copies}` : ''}`

function erringTable(rows: readonly ErringRow[]): string {
  const heads =
    rows[0]?.cells.map(
      ({ kind, rate }) => `${kind === 'writes' ? 'miswrites' : 'misses'} ${percent(rate)}`,
    ) ?? []
  const own = rows.find(({ policy }) => policy === 'skill-state')?.quarters ?? Number.NaN
  return markdownTable([
    ['policy', ...heads, 'rejected', 'chars'],
    ...rows.map((row) => {
      const worst = row.cells.filter(({ kind }) => kind === 'writes').at(-1)
      const caught = worst?.mistakes ? String(Math.round((100 * worst.rejections) / worst.mistakes)) : '–'
      const cells = row.cells.map((cell) => range(rangeOf(cell)))
      return [nameOf(row), ...cells, caught, (row.quarters / own).toFixed(1)]
    }),
  ])
}

function rangeOf({ played }: Cell): Range {
  const means = played.map(({ kept }) => mean(kept))
  return { worst: Math.min(...means), best: Math.max(...means) }
}

function transcriptText(rows: readonly ErringRow[]): string {
  const of = (policy: string): Range[] =>
    rows
      .find((row) => row.policy === policy)
      ?.cells.filter(({ kind }) => kind === 'writes')
      .map(rangeOf) ?? []
  const [transcript, state] = [of('prompt'), of('skill-state')]
  const least = Math.min(...transcript.map(({ worst }) => worst))
  return `With the chances of mistakes below, a transcript keeps ${two(least)}, since it needs no notes; SKILL.state keeps ${state.map(range).join(' and ')}.`
}

/** The policies whose notes, written three times, keep about what SKILL.state keeps at the higher chance, and at what size. */
function thriceText(rows: readonly ErringRow[]): string {
  const size = rows.find(({ policy }) => policy === 'skill-state')?.quarters ?? Number.NaN
  const higher = ({ cells }: ErringRow): Range => {
    const cell = cells.filter(({ kind }) => kind === 'writes').at(-1)
    return cell === undefined ? { worst: 0, best: 0 } : rangeOf(cell)
  }
  const thrice = rows.filter(({ copies }) => copies > 1)
  const say = (row: ErringRow): string =>
    `\`${row.policy}\` then keeps ${range(higher(row))} with ${(row.quarters / size).toFixed(1)} times SKILL.state's characters`
  return thrice.map(say).join(', ')
}

/** Compares cell by cell: the same world, kind of mistake and chance; the better form of notes. */
function rankingText(rows: readonly ErringRow[]): string {
  const own = rows.find(({ policy }) => policy === 'skill-state')
  const others = rows.filter(
    ({ policy }) => !['skill-state', 'skill-state-guarded', 'prompt'].includes(policy),
  )
  const lines = others.map((row) => {
    let [ahead, behind, count] = [0, 0, 0]
    for (const [at, { kind, played }] of row.cells.entries()) {
      if (kind !== 'writes') continue
      for (const { key, kept } of own?.cells[at]?.played ?? []) {
        for (const [world, value] of kept.entries()) {
          const best = Math.max(
            ...played.filter((each) => each.key === key).map((each) => each.kept[world] ?? 0),
          )
          count += 1
          if (value > best + ALIKE) ahead += 1
          if (value < best - ALIKE) behind += 1
        }
      }
    }
    return { name: nameOf(row), ahead, behind, count }
  })
  const always = lines.filter(({ behind }) => behind === 0)
  const mixed = lines.filter(({ behind }) => behind > 0)
  const say = ({ name, ahead, behind, count }: (typeof lines)[number]): string =>
    `${name} (ahead in ${ahead}, behind in ${behind} of ${count})`
  return `A cell is a world, a kind of mistake and a chance; of a policy with notes the better form counts, and a difference of up to ${ALIKE} is none.
SKILL.state is never behind: ${always.map(say).join(', ') || 'no policy'}. Against the others no ranking holds: ${mixed.map(say).join(', ') || 'none'}.
A patch writes what changed, and a schema rejects what is garbled beyond its patterns. Notes and rewritten states write everything again in
each reply. **Notes that are written three times make up for that if they fit**: ${thriceText(rows)}. So what a state buys is
characters, and room within a budget.`
}
