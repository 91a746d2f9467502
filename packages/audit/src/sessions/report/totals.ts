import { decimal, percent, type Table, whole } from '../../table.ts'
import type { CutFigures, Fact, SessionAudit } from '../findings.ts'
import type { Names } from './names.ts'

/** Rows of a table before the rest is left out (the JSON holds all), and sessions with a timeline. */
const [MAX_CUTS, MAX_FACTS, MAX_TIMELINES] = [40, 60, 4]

interface Project {
  readonly cuts: CutSums
  sessions: number
  compactions: number
  calls: number
  /** Summed over calls. */
  promptChars: number
  stateChars: number
}

/** Values that a state would have held in one field. */
export interface FieldFigures {
  readonly sessions: number
  readonly values: number
  /** Most values in one session. */
  readonly most: number
  /** Characters of all values, and of the longest. */
  readonly chars: number
  readonly longest: number
}

/** What all sessions add up to. Holds what the tables show, so that its size does not grow with the sessions. */
export class SessionTotals {
  readonly #names: Names
  readonly #projects = new Map<string | undefined, Project>()
  readonly #fields = new Map<string, FieldFigures>()
  readonly #cuts: Worst<{ readonly session: SessionAudit['file']; readonly cut: CutFigures }>
  readonly #worst: Worst<SessionAudit>
  readonly #facts: (readonly string[])[] = []
  readonly #sum = { calls: 0, compactions: 0, automatic: 0, lost: 0, unknown: 0, refound: 0 }
  readonly #afterCuts = noCuts()
  #sessions = 0

  constructor(names: Names) {
    this.#names = names
    this.#cuts = new Worst(MAX_CUTS, ({ cut }) => cut.lost + cut.refound + cut.unknown)
    this.#worst = new Worst(
      MAX_TIMELINES,
      ({ lost, unknown, refound }) => lost.length + unknown.length + refound.length,
    )
  }

  /** How many sessions were added. */
  get size(): number {
    return this.#sessions
  }

  /** The sessions in which most went wrong, the worst first. */
  get worst(): readonly SessionAudit[] {
    return this.#worst.all()
  }

  /** The fields that a state would have had. */
  get fields(): ReadonlyMap<string, FieldFigures> {
    return this.#fields
  }

  /** Values that were needed after a compaction had taken them away. */
  get losses(): { readonly lost: number; readonly refound: number } {
    return this.#sum
  }

  /** Compactions that the user did not ask for. */
  get automaticCuts(): number {
    return this.#sum.automatic
  }

  add(session: SessionAudit): void {
    const sum = this.#sum
    this.#sessions++
    sum.calls += session.calls - session.copiedCalls
    sum.compactions += session.cuts.length
    for (const kind of ['lost', 'unknown', 'refound'] as const) sum[kind] += session[kind].length
    this.#addProject(session)
    this.#addFields(session)
    this.#addFacts(session)
    for (const cut of session.cuts) {
      addCut(this.#afterCuts, cut)
      if (cut.trigger === 'auto') sum.automatic++
      this.#cuts.add({ session: session.file, cut })
    }
    if (session.cuts.length > 0) this.#worst.add(session)
  }

  #addProject(session: SessionAudit): void {
    const none = { sessions: 0, compactions: 0, calls: 0, promptChars: 0, stateChars: 0 }
    const project = this.#projects.get(session.project) ?? { ...none, cuts: noCuts() }
    this.#projects.set(session.project, project)
    project.sessions++
    project.compactions += session.cuts.length
    project.calls += session.calls
    project.promptChars += session.meanPromptChars * session.calls
    project.stateChars += session.meanStateChars * session.calls
    for (const cut of session.cuts) addCut(project.cuts, cut)
  }

  #addFields(session: SessionAudit): void {
    for (const [name, values] of Object.entries(session.fields)) {
      const {
        sessions = 0,
        values: count = 0,
        most = 0,
        chars = 0,
        longest = 0,
      } = this.#fields.get(name) ?? {}
      const lengths = values.map(({ length }) => length)
      this.#fields.set(name, {
        sessions: sessions + 1,
        values: count + values.length,
        most: Math.max(most, values.length),
        chars: lengths.reduce((sum, length) => sum + length, chars),
        longest: lengths.reduce((max, length) => Math.max(max, length), longest),
      })
    }
  }

  #addFacts(session: SessionAudit): void {
    const add = (fact: Fact, verdict: string, why: string): void => {
      this.#facts.push(this.#row(session, fact, verdict, why))
    }
    const room = (): number => MAX_FACTS - this.#facts.length
    for (const fact of session.lost.slice(0, room())) add(fact, 'lost', fact.reason)
    for (const fact of session.unknown.slice(0, room())) add(fact, 'not decidable', fact.reason)
    for (const fact of session.refound.slice(0, room())) add(fact, 'found again', `by ${BY[fact.by]}`)
  }

  nameOf({ file }: SessionAudit): string {
    return this.#names.session(file)
  }

  /** The result in two sentences. */
  summary(): string {
    const { calls, compactions, lost, unknown, refound } = this.#sum
    const { kept, costCalls, costTokens } = this.#afterCuts
    return `${this.#sessions} sessions with ${calls} model calls and ${compactions} compactions or clearings. Later calls needed ${neededIn(this.#afterCuts)} values from before one: ${kept} were still shown, ${refound} were found again in ${costCalls} calls (${whole(costTokens)} tokens), ${lost} were used although nothing shown held them (lost), and of ${unknown} the files cannot tell (not decidable).`
  }

  tables(): readonly Table[] {
    return [this.#projectTable(), this.#cutTable(), this.#factTable(), this.#fieldTable()].filter(
      ({ rows }) => rows.length > 0,
    )
  }

  #projectTable(): Table {
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
      rows: [...this.#projects].map(([name, project]) => {
        const { cuts, calls, sessions, compactions, promptChars, stateChars } = project
        const needed = neededIn(cuts)
        return [
          this.#names.project(name),
          whole(sessions),
          whole(compactions),
          whole(needed),
          percent(needed === 0 ? null : cuts.kept / needed),
          whole(cuts.refound),
          whole(cuts.lost),
          whole(cuts.unknown),
          whole(calls === 0 ? null : promptChars / calls),
          whole(calls === 0 ? null : stateChars / calls),
        ]
      }),
    }
  }

  #cutTable(): Table {
    const rows = this.#cuts.all()
    return {
      title: 'Compactions as they happened',
      legend: `The ${rows.length} of ${this.#sum.compactions} after which most went wrong. Tokens: the host's own count, else the bill of the calls around it. Cost: calls that found values again, and their tokens.`,
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
        this.#names.session(session),
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

  #factTable(): Table {
    const { lost, unknown, refound } = this.#sum
    return {
      title: 'Facts that were needed after they had gone',
      legend: `The first ${this.#facts.length} of ${lost + unknown + refound}; --json holds all. A value counts once per call. Lost: nothing that the model was shown held the value, and the call used it all the same.`,
      columns: ['Session', 'Call', 'Value', 'Came from', 'Gone after', 'Verdict', 'Why'],
      rows: this.#facts,
    }
  }

  #row(session: SessionAudit, fact: Fact, verdict: string, why: string): readonly string[] {
    const source = fact.source === 'user' || fact.source === 'host' ? `the ${fact.source}` : 'a tool'
    const [file, value] = [this.#names.session(session.file), this.#names.value(fact.value)]
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

  #fieldTable(): Table {
    return {
      title: 'What a state would have carried',
      legend:
        'Values that a later call needed after the call that first saw them, by the field that would have held them.',
      columns: ['Field', 'Sessions', 'Values', 'Most in one session', 'Characters of a value'],
      rows: [...this.#fields].map(([name, { sessions, values, most, chars }]) => [
        name,
        whole(sessions),
        whole(values),
        whole(most),
        decimal(chars / values, 0),
      ]),
    }
  }
}

type CutSums = Record<'kept' | 'lost' | 'unknown' | 'refound' | 'costCalls' | 'costTokens', number>

function noCuts(): CutSums {
  return { kept: 0, lost: 0, unknown: 0, refound: 0, costCalls: 0, costTokens: 0 }
}

function addCut(sums: CutSums, cut: CutSums): void {
  for (const name of Object.keys(noCuts()) as (keyof CutSums)[]) sums[name] += cut[name]
}

const neededIn = ({ kept, lost, unknown, refound }: CutSums): number => kept + lost + unknown + refound

/** Keeps the few entries with the highest figures; of equal ones the first. */
class Worst<T> {
  readonly #size: number
  readonly #figure: (entry: T) => number
  #entries: T[] = []

  constructor(size: number, figure: (entry: T) => number) {
    this.#size = size
    this.#figure = figure
  }

  add(entry: T): void {
    this.#entries.push(entry)
    if (this.#entries.length >= 2 * this.#size) this.#entries = [...this.all()]
  }

  all(): readonly T[] {
    return this.#entries.toSorted((a, b) => this.#figure(b) - this.#figure(a)).slice(0, this.#size)
  }
}

const BY = {
  tool: 'a tool: read again',
  user: 'the user: asked or told again',
  host: 'the host: added again',
}
