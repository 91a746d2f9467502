import type { PolicyRecord } from '@skill-state/policies'
import { pruneMessages } from '@skill-state/policies/ai-sdk'
import { clearToolUses, summarizeMessages, trimMessages } from '@skill-state/policies/langchain'
import { limitTokens } from '@skill-state/policies/mastra'
import { rates } from '../test/retention.ts'

type Numbers = Readonly<Record<'HORIZON' | 'LONG' | 'INPUT' | 'OUTPUT' | 'LEAST_CACHED', number>>

type Texts = Numbers & Readonly<Record<'table' | 'retentionTable' | 'losses', string>>

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

export function sourceOf(policy: string): string {
  return sources[policy] ?? 'follows the [paper](benchmarks.md#the-runtimes)'
}

/** The page around its tables. */
export function pageText({ table, retentionTable, losses, ...numbers }: Texts): string {
  const { HORIZON, LONG, INPUT, OUTPUT, LEAST_CACHED } = numbers
  return `# The arena: versus compaction

Today's context policies and SKILL.state play five worlds of ${HORIZON} steps each. A policy with a budget gets the mean prompt size of
SKILL.state. \`bench run arena\` plays them; \`apps/bench/scripts/arena-page.ts\` writes this page.

**The reader is a program, not a language model, and overlooks nothing.** A score says what a reader can know from a context.

## Where SKILL.state loses

${losses}

![What each policy keeps against what it costs](/arena.svg)

## What is kept, and what it costs

${table}

- _kept_: share of steps or questions answered rightly.
- _needs_: of the values that the right action needs and the newest observation lacks, the share that the prompt showed
  ([audit](audit.md)).
- _overlooks_, _errs_: _kept_ with simulated readers that miss facts, or write mistakes.
- _chars ÷ 4_: a quarter of the characters in and out, which stands for tokens: no tokenizer counts them.
- _¢_: $${INPUT} and $${OUTPUT} for a million of these quarters in and out; without a cache, with a prefix cache
  (10 % from ${LEAST_CACHED.toLocaleString('en')} on), with a paid one (writes 125 %).
- _from_: the step from which SKILL.state costs less, without and with a prefix cache.

Rows that say _runs_ call that package through \`@skill-state/policies\`. The others are written after the source named: a working
memory and a memory tool are how a model and its loop talk, not a choice of messages, and the other sources are no packages that can
be called. The runtimes always show instructions and newest observation, and ask for summaries in the same words. The providers' own
compaction was **never run here**.

## What a distracted reader loses

The table shows ${LONG} steps of \`state-recall\`. The reader believes ${rates.believes * 100} % of false callers, deletes an entry in ${rates.slips * 100} % of the steps, and omits ${rates.leavesOut * 100} % of
the entries that it copies.

${retentionTable}
`
}
