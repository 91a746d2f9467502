import { decimal, percent, type Table, tableOf, whole } from '../../table.ts'
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

/** A row of a table of facts that were needed after they had gone. */
interface Gone {
  readonly session: string
  readonly fact: Fact
  readonly verdict: string
  readonly why: string
}

/** What all sessions add up to. Holds what the tables show, so that its size does not grow with the sessions. */
export class SessionTotals {
  readonly #names: Names
  readonly #projects = new Map<string | undefined, Project>()
  readonly #fields = new Map<string, FieldFigures>()
  readonly #facts: Gone[] = []
  readonly #sum = { sessions: 0, calls: 0, compactions: 0, automatic: 0, lost: 0, unknown: 0, refound: 0 }
  readonly #afterCuts = noCuts()
  #cuts: readonly { readonly session: string; readonly cut: CutFigures }[] = []
  #worst: readonly SessionAudit[] = []

  constructor(names: Names) {
    this.#names = names
  }

  get size(): number {
    return this.#sum.sessions
  }

  /** The sessions in which most went wrong, the worst first. */
  get worst(): readonly SessionAudit[] {
    return this.#worst
  }

  get fields(): ReadonlyMap<string, FieldFigures> {
    return this.#fields
  }

  /** Values that were needed after a compaction had taken them away, and compactions that the user did not ask for. */
  get losses(): { readonly lost: number; readonly refound: number; readonly automatic: number } {
    return this.#sum
  }

  add(session: SessionAudit): void {
    const sum = this.#sum
    sum.sessions++
    sum.calls += session.calls - session.copiedCalls
    sum.compactions += session.cuts.length
    for (const kind of ['lost', 'unknown', 'refound'] as const) sum[kind] += session[kind].length
    this.#addProject(session)
    this.#addFields(session)
    this.#addFacts(session)
    for (const cut of session.cuts) {
      addCut(this.#afterCuts, cut)
      if (cut.trigger === 'auto') sum.automatic++
    }
    const cuts = session.cuts.map((cut) => ({ session: session.file, cut }))
    this.#cuts = worst([...this.#cuts, ...cuts], MAX_CUTS, ({ cut }) => cut.lost + cut.refound + cut.unknown)
    const harmed = session.cuts.length > 0 ? [...this.#worst, session] : this.#worst
    this.#worst = worst(
      harmed,
      MAX_TIMELINES,
      ({ lost, unknown, refound }) => lost.length + unknown.length + refound.length,
    )
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
    for (const [name, texts] of Object.entries(session.fields)) {
      const none = { sessions: 0, values: 0, most: 0, chars: 0, longest: 0 }
      const { sessions, values, most, chars, longest } = this.#fields.get(name) ?? none
      this.#fields.set(name, {
        sessions: sessions + 1,
        values: values + texts.length,
        most: Math.max(most, texts.length),
        chars: texts.reduce((sum, { length }) => sum + length, chars),
        longest: texts.reduce((max, { length }) => Math.max(max, length), longest),
      })
    }
  }

  #addFacts({ file: session, lost, unknown, refound }: SessionAudit): void {
    const room = MAX_FACTS - this.#facts.length
    const facts = [
      ...lost.slice(0, room).map((fact) => ({ session, fact, verdict: 'lost', why: fact.reason })),
      ...unknown
        .slice(0, room)
        .map((fact) => ({ session, fact, verdict: 'not decidable', why: fact.reason })),
      ...refound
        .slice(0, room)
        .map((fact) => ({ session, fact, verdict: 'found again', why: `by ${BY[fact.by]}` })),
    ]
    this.#facts.push(...facts.slice(0, room))
  }

  nameOf({ file }: SessionAudit): string {
    return this.#names.session(file)
  }

  /** The result in two sentences. */
  summary(): string {
    const { sessions, calls, compactions, lost, unknown, refound } = this.#sum
    const { kept, costCalls, costTokens } = this.#afterCuts
    return `${sessions} sessions with ${calls} model calls and ${compactions} compactions or clearings. Later calls needed ${neededIn(this.#afterCuts)} values from before one: ${kept} were still shown, ${refound} were found again in ${costCalls} calls (${whole(costTokens)} tokens), ${lost} were used although nothing shown held them (lost), and of ${unknown} the files cannot tell (not decidable).`
  }

  tables(): readonly Table[] {
    return [this.#projectTable(), this.#cutTable(), this.#factTable(), this.#fieldTable()].filter(
      ({ rows }) => rows.length > 0,
    )
  }

  #projectTable(): Table {
    const legend =
      'Values: needed after a compaction and known before it. Prompt and state: mean characters over all calls; the state holds each needed value from its source until its last need.'
    const mean = (sum: number, { calls }: Project): string => whole(calls === 0 ? null : sum / calls)
    return tableOf(
      'Projects',
      legend,
      [...this.#projects],
      [
        ['Project', ([name]) => this.#names.project(name)],
        ['Sessions', ([, { sessions }]) => whole(sessions)],
        ['Compactions', ([, { compactions }]) => whole(compactions)],
        ['Values', ([, { cuts }]) => whole(neededIn(cuts))],
        ['Kept', ([, { cuts }]) => percent(neededIn(cuts) === 0 ? null : cuts.kept / neededIn(cuts))],
        ['Found again', ([, { cuts }]) => whole(cuts.refound)],
        ['Lost', ([, { cuts }]) => whole(cuts.lost)],
        ['Not decidable', ([, { cuts }]) => whole(cuts.unknown)],
        ['Prompt', ([, project]) => mean(project.promptChars, project)],
        ['State', ([, project]) => mean(project.stateChars, project)],
      ],
    )
  }

  #cutTable(): Table {
    const legend = `The ${this.#cuts.length} of ${this.#sum.compactions} after which most went wrong. Tokens: the host's own count, else the bill of the calls around it. Cost: calls that found values again, and their tokens.`
    return tableOf('Compactions as they happened', legend, this.#cuts, [
      ['Session', ({ session }) => this.#names.session(session)],
      ['No.', ({ cut }) => `${cut.kind === 'clearing' ? 'clearing ' : ''}${cut.index}`],
      ['Time', ({ cut }) => cut.time?.match(/^[-0-9T:]{10,16}/)?.[0] ?? '–'],
      ['Why', ({ cut }) => (cut.trigger === undefined ? '–' : this.#names.word(cut.trigger))],
      ['Tokens before', ({ cut }) => whole(cut.hostBefore ?? cut.billedBefore ?? null)],
      ['After', ({ cut }) => whole(cut.hostAfter ?? cut.billedAfter ?? null)],
      ['Messages before', ({ cut }) => whole(cut.shownBefore ?? null)],
      ['After', ({ cut }) => whole(cut.shownAfter)],
      ['Kept', ({ cut }) => whole(cut.kept)],
      ['Lost', ({ cut }) => whole(cut.lost)],
      ['Not decidable', ({ cut }) => whole(cut.unknown)],
      ['Found again', ({ cut }) => whole(cut.refound)],
      [
        'Cost',
        ({ cut: { costCalls, costTokens, doubt } }) =>
          `${costCalls} calls, ${whole(costTokens)}${doubt === undefined ? '' : `; not decidable from here: ${doubt}`}`,
      ],
    ])
  }

  #factTable(): Table {
    const { lost, unknown, refound } = this.#sum
    const legend = `The first ${this.#facts.length} of ${lost + unknown + refound}; --json holds all. A value counts once per call. Lost: nothing that the model was shown held the value, and the call used it all the same.`
    return tableOf('Facts that were needed after they had gone', legend, this.#facts, [
      ['Session', ({ session }) => this.#names.session(session)],
      ['Call', ({ fact }) => whole(fact.callNumber)],
      ['Value', ({ fact }) => this.#names.value(fact.value)],
      [
        'Came from',
        ({ fact: { source } }) => (source === 'user' || source === 'host' ? `the ${source}` : 'a tool'),
      ],
      ['Gone after', ({ fact: { cut } }) => (cut === 0 ? '–' : `no. ${cut}`)],
      ['Verdict', ({ verdict }) => verdict],
      ['Why', ({ why }) => why],
    ])
  }

  #fieldTable(): Table {
    const legend =
      'Values that a later call needed after the call that first saw them, by the field that would have held them.'
    return tableOf(
      'What a state would have carried',
      legend,
      [...this.#fields],
      [
        ['Field', ([name]) => name],
        ['Sessions', ([, { sessions }]) => whole(sessions)],
        ['Values', ([, { values }]) => whole(values)],
        ['Most in one session', ([, { most }]) => whole(most)],
        ['Characters of a value', ([, { chars, values }]) => decimal(chars / values, 0)],
      ],
    )
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

/** The few entries with the highest figures; of equal ones the first. */
function worst<T>(entries: readonly T[], most: number, figure: (entry: T) => number): readonly T[] {
  return entries.toSorted((a, b) => figure(b) - figure(a)).slice(0, most)
}

const BY = {
  tool: 'a tool: read again',
  user: 'the user: asked or told again',
  host: 'the host: added again',
}
