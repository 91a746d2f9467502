import type { Agreement, DecisionFigures } from '@skill-state/eval/regress'
import { type Regression, regressionText } from '@skill-state/protocol/regress'
import { markdownParagraph, tableMarkdown } from '../formats/table-markdown.ts'
import { numberText, resampledText, SKEWED_NOTE, signed } from '../tables/number-text.ts'
import { left, right, tableOf } from '../tables/table.ts'

/** What B decided in the states that A visited, as Markdown that is readable on a terminal too. */
export function regressMarkdown(
  figures: DecisionFigures,
  regression: Regression,
  { a, b }: Readonly<Record<'a' | 'b', string>>,
): string {
  const { sound, undecided, fallbacks, agreement, agreementOverEpisodes, episodes } = figures
  const kinds = KINDS.map(([kind, title]) => ({
    title,
    share: agreement[kind],
    over: agreementOverEpisodes[kind],
  }))
  const parts = [
    `# The states that A visited, decided by B`,
    [`A: ${a}`, `B: ${b}`].map((line) => `> ${markdownParagraph(line)}`).join('\n>\n'),
    `${agreement.steps} states of ${episodes} episodes; B gave no decision in ${undecided}, and the no-op stood in for one in ${fallbacks}.`,
    tableMarkdown(
      tableOf(kinds, [
        left('Agreement', ({ title }) => title),
        right('Of states', ({ share }) => shareText(share)),
        right('Of episodes, mean', ({ over }) => shareText(over?.mean)),
        right('Bootstrap', ({ over }) => resampledText(over?.bootstrap, shareText)),
      ]),
    ),
    sound === undefined
      ? 'Whether the decisions are sound is not known: the environment cannot be led to these states again.'
      : `Sound decisions of both in ${sound.both} states, of A alone in ${sound.onlyA}, of B alone in ${sound.onlyB}, of neither in ${sound.neither}.`,
    'B less A, a mean over episodes of the means over their steps:',
    tableMarkdown(
      tableOf(figures.differences, [
        left('Figure of a step', ({ title }) => title),
        right('Episodes', ({ difference }) => String(difference.episodes)),
        right('A', ({ a }) => numberText(a, 3)),
        right('B', ({ b }) => numberText(b, 3)),
        right('B − A', ({ difference }) => signed(difference.mean)),
        right('Standard error', ({ difference }) => numberText(difference.standardError, 4)),
        right('Bootstrap', ({ difference }) => resampledText(difference.bootstrap, signed)),
      ]),
    ),
    'Where B decides otherwise:',
    `\`\`\`text\n${regressionText(regression)}\`\`\``,
    FOOTNOTE,
  ]
  return `${parts.join('\n\n')}\n`
}

const FOOTNOTE = `Sound: no no-op in place of a decision, not rejected by the environment, and the state as the environment says it should be, as far as it says. Intervals are of 95 %, by a bootstrap over episodes, since the steps of one depend on each other. ${SKEWED_NOTE}`

const KINDS: readonly (readonly [kind: keyof Agreement, title: string])[] = [
  ['action', 'same action'],
  ['state', 'same state after the patch'],
]

const shareText = (share: number | undefined): string =>
  numberText(Number.isNaN(share) ? undefined : share, 3)
