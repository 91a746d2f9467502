import type { AuditDocument } from '@skill-state/audit'
import { markdownTable } from 'markdown-table'

/** The audits of a set of recordings, by a part of it. */
export interface AuditedSet {
  readonly name: string
  readonly path: string
  readonly commit: string
  readonly documents: readonly (readonly [name: string, document: AuditDocument])[]
}

export interface OverflowFigures {
  readonly runs: number
  readonly models: number
  readonly tasks: number
  readonly ratio: number
  readonly overflows: number
  readonly overflownModels: number
  readonly exponent: number
}

const CLEAR = 'clear-tool-results:keep=3'

/** What each set is asked, and what it does not show. */
const ABOUT: Readonly<
  Record<string, { readonly title: string; readonly question: string; readonly not: string }>
> = {
  'WaitHZ/toolathlon-traj-website': {
    title: 'Toolathlon: long tasks with MCP servers',
    question: 'How large is a prompt, and how much of it do later calls need?',
    not: 'The recordings hold no system prompt and no tool definitions, so real prompts were larger; the envelope of MCP around each result is left out too, about 5 % of the characters. One run a task and model: whether a smaller prompt would have solved the task is not measured.',
  },
  'microsoft/STATE-Bench': {
    title: 'STATE-Bench: service of customers',
    question: 'Is that so in short conversations with a user?',
    not: 'These are trajectories for training, written with one kind of agent. Which calls were parallel is not recorded: each is counted as a model call of its own.',
  },
  'WhissleAI/tau2-bench-w': {
    title: 'MedAgentBench: health records over HTTP',
    question: 'Is that so if the model writes its requests as text?',
    not: 'A task has a handful of turns: no window is ever full here. Only the sweep of 25 tasks by seven models is counted. Values inside an address are its parameters.',
  },
  'yoheinakajima/activegraph-tau2-bench': {
    title: 'τ²-bench mock tasks, traced',
    question: 'What do the smallest tasks need?',
    not: 'These are short runs of a few tasks, most of them of the mock domain, kept as test data of a tracer. Some are repetitions of others.',
  },
}

/** The page of evidence, as Markdown that the formatter leaves alone. */
export function evidencePage(
  sets: readonly AuditedSet[],
  overflow: OverflowFigures & Pick<AuditedSet, 'name' | 'path' | 'commit'>,
): string {
  const { runs, models, tasks, ratio, overflows, overflownModels, exponent } = overflow
  return `# Evidence from public recordings

What five public sets of recordings show about prompts that grow and facts that are needed again. No model was called, and nothing of
the sets is in this repository: two of them name no license.

**Read this first.** A value counts as needed if it is an argument of a tool call, and as shown if the same text is shown. So
a value that the model computed or put in other words is not counted, and an ordinary word may be counted that the model could
have known. That a value was still shown does not say that a model would have used it. No success rate follows from these figures.
The required state knows the future: it is a lower bound, and no method.

\`\`\`sh
git clone https://github.com/NAME && git -C REPOSITORY checkout COMMIT    # for each of the five, as named below
node --conditions=@skill-state/source packages/audit/scripts/evidence.ts CLONE... --write
\`\`\`

${sets.map(audited).join('\n\n')}

## MCPMark: when the window is full

How often does a run die because its prompt no longer fits? \`${overflow.name}\` at \`${overflow.commit.slice(0, 12)}\`, \`${overflow.path}\`.

${table([
  ['figure', 'value'],
  ['runs, of models on tasks', `${whole(runs)}, of ${models} on ${tasks}`],
  ['input tokens for one output token', ratio.toFixed(0)],
  ['growth of input tokens with turns, within a model and task', `to the power ${exponent.toFixed(2)}`],
  [
    'runs that a full context window ended',
    `${whole(overflows)} (${((100 * overflows) / runs).toFixed(1)} %), of ${overflownModels} models`,
  ],
])}

Not shown: what was in the prompts. Tokens are what the harness recorded; runs without a count are left out of the growth. A run
counts as ended by a full window if its error says so in one of the providers' words, which the script lists.
`
}

function audited({ name, path, commit, documents }: AuditedSet): string {
  const about = ABOUT[name]
  const rows = documents.map(([group, { episodes, calls, all, size }]) => {
    const { sources } = all.survival[CLEAR] ?? {}
    return [
      group,
      whole(episodes),
      whole(calls),
      whole(all.needs.sourced),
      whole(size.full?.meanChars ?? 0),
      whole(all.required.held.chars.mean ?? 0),
      `${((sources?.rate ?? 0) * 100).toFixed(0)} %`,
    ]
  })
  return `## ${about?.title}

${about?.question} \`${name}\` at \`${commit.slice(0, 12)}\`, \`${path}\`.

${table([['recordings', 'episodes', 'calls', 'needed values', 'mean prompt', 'required state', 'left after clearing'], ...rows])}

Prompt and state in characters, as means over all calls. Left after clearing: needed values that a message of the user or a tool
still shows if all but the last three tool results are cleared.

Not shown: ${about?.not}`
}

function table(rows: readonly (readonly string[])[]): string {
  return markdownTable(rows, { align: ['l', ...rows.slice(1).flatMap(() => 'r')] })
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-US')
}
