import { decimal, percent, type Table, whole } from '../../table.ts'
import type { CutFigures, Fact, SessionAudit } from '../findings.ts'
import type { Names } from './names.ts'

/** Rows of a table before the rest is left out; the JSON holds all. */
const [MOST_CUTS, MOST_FACTS] = [40, 60]

/** What all sessions add up to. */
export class SessionTotals {
  readonly #names: Names
  readonly sessions: SessionAudit[] = []

  constructor(names: Names) {
    this.#names = names
  }

  /** Keeps what tables show of a session. */
  add(session: SessionAudit): void {
    this.sessions.push(session)
  }

  nameOf({ file }: SessionAudit): string {
    return this.#names.file(file)
  }

  /** The result in two sentences. */
  summary(): string {
    const cuts = this.sessions.flatMap((session) => session.cuts)
    const sum = sumOf(cuts)
    const [lost, unknown, refound] = (['lost', 'unknown', 'refound'] as const).map((kind) =>
      this.sessions.reduce((total, session) => total + session[kind].length, 0),
    )
    const calls = this.sessions.reduce((total, session) => total + session.calls - session.copiedCalls, 0)
    return `${this.sessions.length} sessions with ${calls} model calls and ${cuts.length} compactions or clearings. Later calls needed ${sum.needed} values from before one: ${sum.kept} were still shown, ${refound} were found again in ${sum.costCalls} calls (${whole(sum.costTokens)} tokens), ${lost} were used although nothing shown held them (lost), and of ${unknown} the files cannot tell (not decidable).`
  }

  tables(): readonly Table[] {
    return [this.#projects(), this.#cuts(), this.#facts(), this.#fields()].filter(
      ({ rows }) => rows.length > 0,
    )
  }

  #projects(): Table {
    const projects = Map.groupBy(this.sessions, ({ project }) => project)
    return {
      title: 'Projects',
      legend:
        'Values: needed after a compaction and known before it. Prompt and state: mean characters over all calls; the state holds each needed value from its source until its last need.',
      columns: [
        'Project',
        'Sessions',
        'Compactions',
        'Values',
        'Kept',
        'Found again',
        'Lost',
        'Not decidable',
        'Prompt',
        'State',
      ],
      rows: [...projects].map(([project, sessions]) => {
        const cuts = sessions.flatMap((session) => session.cuts)
        const { needed, kept, refound, lost, unknown } = sumOf(cuts)
        return [
          this.#names.project(project),
          whole(sessions.length),
          whole(cuts.length),
          whole(needed),
          percent(needed === 0 ? null : kept / needed),
          whole(refound),
          whole(lost),
          whole(unknown),
          whole(meanOf(sessions, ({ meanPromptChars }) => meanPromptChars)),
          whole(meanOf(sessions, ({ meanStateChars }) => meanStateChars)),
        ]
      }),
    }
  }

  #cuts(): Table {
    const all = this.sessions.flatMap((session) => session.cuts.map((cut) => ({ session, cut })))
    const harm = ({ cut }: { readonly cut: CutFigures }): number => cut.lost + cut.refound + cut.unknown
    const rows = all.sort((a, b) => harm(b) - harm(a)).slice(0, MOST_CUTS)
    return {
      title: 'Compactions as they happened',
      legend: `The ${rows.length} of ${all.length} after which most went wrong. Tokens: the host's own count, else the bill of the calls around it. Cost: calls that found values again, and their tokens.`,
      columns: [
        'Session',
        'No.',
        'Time',
        'Why',
        'Tokens before',
        'After',
        'Messages before',
        'After',
        'Kept',
        'Lost',
        'Not decidable',
        'Found again',
        'Cost',
      ],
      rows: rows.map(({ session, cut }) => [
        this.#names.file(session.file),
        `${cut.kind === 'clearing' ? 'clearing ' : ''}${cut.index}`,
        cut.time?.match(/^[-0-9T:]{10,16}/)?.[0] ?? '–',
        cut.trigger === undefined ? '–' : this.#names.word(cut.trigger),
        whole(cut.hostBefore ?? cut.billedBefore ?? null),
        whole(cut.hostAfter ?? cut.billedAfter ?? null),
        whole(cut.shownBefore ?? null),
        whole(cut.shownAfter),
        whole(cut.kept),
        whole(cut.lost),
        whole(cut.unknown),
        whole(cut.refound),
        `${cut.costCalls} calls, ${whole(cut.costTokens)}${cut.doubt === undefined ? '' : `; not decidable from here: ${cut.doubt}`}`,
      ]),
    }
  }

  #facts(): Table {
    const all = this.sessions.flatMap((session) => [
      ...session.lost.map((fact) => this.#row(session, fact, 'lost', fact.reason)),
      ...session.unknown.map((fact) => this.#row(session, fact, 'not decidable', fact.reason)),
      ...session.refound.map((fact) => this.#row(session, fact, 'found again', `by ${BY[fact.by]}`)),
    ])
    return {
      title: 'Facts that were needed after they had gone',
      legend: `The first ${Math.min(all.length, MOST_FACTS)} of ${all.length}; --json holds all. A value counts once per call. Lost: nothing that the model was shown held the value, and the call used it all the same.`,
      columns: ['Session', 'Call', 'Value', 'Came from', 'Gone after', 'Verdict', 'Why'],
      rows: all.slice(0, MOST_FACTS),
    }
  }

  #row(session: SessionAudit, fact: Fact, verdict: string, why: string): readonly string[] {
    const source = fact.source === 'user' || fact.source === 'host' ? `the ${fact.source}` : 'a tool'
    const [file, value] = [this.#names.file(session.file), this.#names.value(fact.value)]
    return [
      file,
      whole(fact.callNumber),
      value,
      source,
      fact.cut === 0 ? '–' : `no. ${fact.cut}`,
      verdict,
      why,
    ]
  }

  #fields(): Table {
    const fields = new Map<string, { sessions: number; values: number; most: number; chars: number }>()
    for (const session of this.sessions) {
      for (const [name, values] of Object.entries(session.fields)) {
        const field = fields.get(name) ?? { sessions: 0, values: 0, most: 0, chars: 0 }
        field.sessions++
        field.values += values.length
        field.most = Math.max(field.most, values.length)
        field.chars += values.reduce((sum, value) => sum + value.length, 0)
        fields.set(name, field)
      }
    }
    return {
      title: 'What a state would have carried',
      legend:
        'Values that a later call needed after the call that first saw them, by the field that would have held them.',
      columns: ['Field', 'Sessions', 'Values', 'Most in one session', 'Characters of a value'],
      rows: [...fields].map(([name, { sessions, values, most, chars }]) => [
        name,
        whole(sessions),
        whole(values),
        whole(most),
        decimal(chars / values, 0),
      ]),
    }
  }
}

function sumOf(cuts: readonly CutFigures[]): Pick<
  CutFigures,
  'kept' | 'lost' | 'unknown' | 'refound' | 'costCalls' | 'costTokens'
> & {
  readonly needed: number
} {
  const sum = { needed: 0, kept: 0, lost: 0, unknown: 0, refound: 0, costCalls: 0, costTokens: 0 }
  for (const cut of cuts) {
    sum.kept += cut.kept
    sum.lost += cut.lost
    sum.unknown += cut.unknown
    sum.refound += cut.refound
    sum.costCalls += cut.costCalls
    sum.costTokens += cut.costTokens
  }
  return { ...sum, needed: sum.kept + sum.lost + sum.unknown + sum.refound }
}

/** Over calls, not over sessions. */
function meanOf(sessions: readonly SessionAudit[], figure: (session: SessionAudit) => number): number | null {
  const calls = sessions.reduce((sum, session) => sum + session.calls, 0)
  return calls === 0 ? null : sessions.reduce((sum, each) => sum + figure(each) * each.calls, 0) / calls
}

const BY = {
  tool: 'a tool: read again',
  user: 'the user: asked or told again',
  host: 'the host: added again',
}
