import type { Agreement, MatchedDifference, MatchReport } from '@skill-state/eval/step-match'
import { markdownParagraph, tableMarkdown } from '../formats/table-markdown.ts'
import { NOTHING, numberText, resampledText, SKEWED_NOTE, signed } from '../tables/number-text.ts'
import { leftColumn, rightColumn } from '../tables/table.ts'

export interface MatchTitle {
  readonly a: string
  readonly b: string
  readonly notices: readonly string[]
}

/** The report as Markdown that is readable on a terminal too. */
export function matchMarkdown(report: MatchReport, { a, b, notices }: MatchTitle): string {
  const { sound, undecided, fallbacks, agreement, episodes, differences } = report
  const parts = [
    `# The states that A visited, decided by B`,
    [`A: ${a}`, `B: ${b}`, ...notices].map((line) => `> ${markdownParagraph(line)}`).join('\n>\n'),
    `${agreement.steps} states of ${episodes} episodes; B gave no decision in ${undecided}, and the no-op stood in for one in ${fallbacks}.`,
    agreementTable(report),
    'Agreement by the position of the step:',
    positionTable(report),
    soundText(sound),
    'B less A, a mean over episodes of the means over their steps:',
    differenceTable(differences),
    ...(differences.some(({ saved }) => saved !== undefined)
      ? ['The same difference by whole episodes of A and B:', savedTable(differences)]
      : []),
    FOOTNOTE,
  ]
  return `${parts.join('\n\n')}\n`
}

const FOOTNOTE = `Sound: no no-op in place of a decision, not rejected by the environment, and the state as the environment says it should be, as far as it says. Intervals are of 95 %, by a bootstrap over episodes, since the steps of one depend on each other. Matched differences are over the states that A visits, differences of whole episodes over each side's own. ${SKEWED_NOTE}`

function soundText(sound: MatchReport['sound']): string {
  if (sound === undefined)
    return 'Whether the decisions are sound is not known: the environment cannot be led to these states again.'
  const { both, onlyA, onlyB, neither } = sound
  return `Sound decisions of both in ${both} states, of A alone in ${onlyA}, of B alone in ${onlyB}, of neither in ${neither}.`
}

const KINDS: Readonly<Record<keyof Agreement, string>> = {
  action: 'same action',
  normalisedAction: 'same action but for case and white space',
  state: 'same state after the patch',
}

function agreementTable({ agreement, agreementOverEpisodes }: MatchReport): string {
  return tableMarkdown({
    columns: [
      leftColumn('Agreement'),
      rightColumn('Of states'),
      rightColumn('Of episodes, mean'),
      rightColumn('Bootstrap'),
    ],
    rows: Object.entries(KINDS).map(([name, title]) => {
      const kind = name as keyof Agreement
      const over = agreementOverEpisodes[kind]
      return {
        cells: [
          title,
          shareText(agreement[kind]),
          shareText(over?.mean),
          over ? resampledText(over.bootstrap, shareText) : NOTHING,
        ],
      }
    }),
  })
}

function positionTable({ byPosition }: MatchReport): string {
  return tableMarkdown({
    columns: [
      rightColumn('Step'),
      rightColumn('States'),
      rightColumn('Action'),
      rightColumn('Normalised'),
      rightColumn('State'),
    ],
    rows: byPosition.map(({ from, to, steps, action, normalisedAction, state }) => ({
      cells: [
        from === to ? `${from}` : `${from}–${to}`,
        `${steps}`,
        shareText(action),
        shareText(normalisedAction),
        shareText(state),
      ],
    })),
  })
}

function differenceTable(differences: readonly MatchedDifference[]): string {
  const titles = ['Episodes', 'A', 'B', 'B − A', 'Standard error', 'Bootstrap']
  return tableMarkdown({
    columns: [leftColumn('Figure of a step'), ...titles.map((title) => rightColumn(title))],
    rows: differences.map(({ title, a, b, difference }) => ({
      cells: [
        title,
        `${difference.episodes}`,
        numberText(a, 3),
        numberText(b, 3),
        signed(difference.mean),
        difference.standardError === undefined ? NOTHING : numberText(difference.standardError, 4),
        resampledText(difference.bootstrap, signed),
      ],
    })),
  })
}

function savedTable(differences: readonly MatchedDifference[]): string {
  const titles = ['Pairs', 'Error, matched', 'Error, whole', 'Variance ratio', 'Bootstrap']
  return tableMarkdown({
    columns: [leftColumn('Figure of a step'), ...titles.map((title) => rightColumn(title))],
    rows: differences.flatMap(({ title, saved }) => {
      if (saved === undefined) return []
      const { episodes, matchedError, wholeError, ratio, interval } = saved
      return [
        {
          cells: [
            title,
            `${episodes}`,
            numberText(matchedError, 4),
            numberText(wholeError, 4),
            ratio === undefined ? NOTHING : numberText(ratio, 2),
            interval === undefined
              ? NOTHING
              : `${numberText(interval[0], 2)} to ${numberText(interval[1], 2)}`,
          ],
        },
      ]
    }),
  })
}

function shareText(share: number | undefined): string {
  return share === undefined || Number.isNaN(share) ? NOTHING : numberText(share, 3)
}
