import type { Agreement, DecisionFigures } from '@skill-state/eval/regress'
import { type Regression, regressionText } from '@skill-state/protocol/regress'
import { markdownParagraph, tableMarkdown } from '../formats/table-markdown.ts'
import { NOTHING, numberText, resampledText, SKEWED_NOTE, signed } from '../tables/number-text.ts'
import { leftColumn, rightColumn } from '../tables/table.ts'

interface RegressTitle {
  readonly a: string
  readonly b: string
}

/** What B decided in the states that A visited, as Markdown that is readable on a terminal too. */
export function regressMarkdown(
  figures: DecisionFigures,
  regression: Regression,
  { a, b }: RegressTitle,
): string {
  const { sound, undecided, fallbacks, agreement, agreementOverEpisodes, episodes } = figures
  const parts = [
    `# The states that A visited, decided by B`,
    [`A: ${a}`, `B: ${b}`].map((line) => `> ${markdownParagraph(line)}`).join('\n>\n'),
    `${agreement.steps} states of ${episodes} episodes; B gave no decision in ${undecided}, and the no-op stood in for one in ${fallbacks}.`,
    tableOf(
      ['Agreement', 'Of states', 'Of episodes, mean', 'Bootstrap'],
      KINDS.map(([kind, title]) => {
        const over = agreementOverEpisodes[kind]
        const interval = over ? resampledText(over.bootstrap, shareText) : NOTHING
        return [title, shareText(agreement[kind]), shareText(over?.mean), interval]
      }),
    ),
    'Agreement by the position of the step:',
    tableOf(
      ['Step', 'States', 'Action', 'Normalised', 'State'],
      figures.byPosition.map(({ from, to, steps, ...share }) => [
        from === to ? `${from}` : `${from}–${to}`,
        `${steps}`,
        ...KINDS.map(([kind]) => shareText(share[kind])),
      ]),
    ),
    sound === undefined
      ? 'Whether the decisions are sound is not known: the environment cannot be led to these states again.'
      : `Sound decisions of both in ${sound.both} states, of A alone in ${sound.onlyA}, of B alone in ${sound.onlyB}, of neither in ${sound.neither}.`,
    'B less A, a mean over episodes of the means over their steps:',
    tableOf(
      ['Figure of a step', 'Episodes', 'A', 'B', 'B − A', 'Standard error', 'Bootstrap'],
      figures.differences.map(({ title, difference, ...side }) => [
        title,
        `${difference.episodes}`,
        numberText(side.a, 3),
        numberText(side.b, 3),
        signed(difference.mean),
        difference.standardError === undefined ? NOTHING : numberText(difference.standardError, 4),
        resampledText(difference.bootstrap, signed),
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
  ['normalisedAction', 'same action but for case and white space'],
  ['state', 'same state after the patch'],
]

function tableOf([first = '', ...others]: readonly string[], rows: readonly string[][]): string {
  const columns = [
    first === 'Step' ? rightColumn(first) : leftColumn(first),
    ...others.map((title) => rightColumn(title)),
  ]
  return tableMarkdown({ columns, rows: rows.map((cells) => ({ cells })) })
}

function shareText(share: number | undefined): string {
  return share === undefined || Number.isNaN(share) ? NOTHING : numberText(share, 3)
}
