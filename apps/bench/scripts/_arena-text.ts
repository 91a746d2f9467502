import { rates } from '../test/retention.ts'

type Numbers = Readonly<Record<'HORIZON' | 'LONG' | 'INPUT' | 'OUTPUT' | 'LEAST_CACHED', number>>

type Texts = Numbers & Readonly<Record<'keptTable' | 'costTable' | 'retentionTable' | 'losses', string>>

/** The page around its tables. */
export function pageText({ keptTable, costTable, retentionTable, losses, ...numbers }: Texts): string {
  const { HORIZON, LONG, INPUT, OUTPUT, LEAST_CACHED } = numbers
  return `# The arena: versus compaction

Today's context policies and SKILL.state in five worlds, ${HORIZON} steps each. A policy with a budget gets the mean prompt size that
SKILL.state has in the same tasks. \`bench run arena\` plays it. \`apps/bench/scripts/arena-page.ts\` writes this page.

**The reader is a program that overlooks nothing, not a language model.** A score says what a context makes knowable. It
says nothing about what a language model makes of it.

## Where SKILL.state loses

${losses}

![What each policy keeps against what it costs](/arena.svg)

## What is kept

Share of the steps or questions answered rightly. The last two columns are means over the worlds for simulated readers: one
misses carried facts, one writes replies with mistakes.

${keptTable}

## What it costs

Tokens are characters ÷ 4. Prices are $${INPUT} and $${OUTPUT} for a million tokens in and out. A prefix cache reads at 10 % from
${LEAST_CACHED.toLocaleString('en')} tokens on; a paid cache also writes at 125 %. Break-even: the step from which on SKILL.state has cost no more.

${costTable}

## What a distracted reader loses

The same reader with slips that a seed fixes, ${LONG} steps of \`state-recall\`: it believes ${rates.believes * 100} % of the callers, deletes an entry in
${rates.slips * 100} % of the steps, and leaves out ${rates.leavesOut * 100} % of the entries that it copies. These rates are assumptions.

${retentionTable}

In 96 recorded rewrites of to-do lists, rewriting lost 37 identifiers. Guarded patches would have lost 0 and blocked 0 of 25
legitimate deletions (\`packages/audit/scripts/retention.ts\`).

## What each policy follows

- \`clear-tool-results\`: [LangChain 1.5.14](https://github.com/langchain-ai/langchainjs) \`ClearToolUsesEdit\`;
  options for Anthropic \`clear_tool_uses_20250919\`, Inspect \`CompactionEdit\`. Ours: the saved transcript stays
  whole.
- \`trim\`: [@langchain/core 1.4.0](https://github.com/langchain-ai/langchainjs) \`trimMessages\`,
  [AI SDK 7.0.173](https://github.com/vercel/ai) \`pruneMessages\`, [Mastra 1.71.0](https://github.com/mastra-ai/mastra)
  \`TokenLimiterProcessor\`. Ours: the newest observation is always shown; no \`undefined\`, no error.
- \`summarise-at-threshold\`: [LangChain 1.5.14](https://github.com/langchain-ai/langchainjs)
  \`summarizationMiddleware\`; options for Anthropic's SDK and Inspect \`CompactionSummary\`. Ours: the instructions
  stay; one request for a summary, not each library's own.
- \`working-memory\`: [@mastra/memory 1.31.0](https://github.com/mastra-ai/mastra). Ours: an update is part of the
  reply, not a call.
- \`memory-tool\`: [@anthropic-ai/sdk 1.11.0](https://github.com/anthropics/anthropic-sdk-typescript)
  \`memory_20250818\`, the same answers. Ours: calls are lines of the reply.
- \`state-rewrite\`: [MEM1](https://github.com/MIT-MI/MEM1)'s interface, untrained.
- \`skill-state-window\`: pi-skill-state and other ports.

The package \`policies\` holds the functions behind the first three. Message for message they equal the libraries, which
\`pnpm policies:verify\` compares.
`
}
