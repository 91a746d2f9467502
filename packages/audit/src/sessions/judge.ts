import { unwrapped } from '../import/formats/parts/content.ts'
import type { Wanted } from '../needs/pieces.ts'
import { Bill } from './bill.ts'
import type { CutFigures, Judged, Judgement, Refound } from './findings.ts'
import { Known } from './known.ts'
import type { Cut, SessionEvent, SessionMessage, Shown } from './session.ts'
import { StateSizes } from './state-sizes.ts'
import { type Values, wantedBy } from './values.ts'

interface Placed extends Shown {
  readonly order: number
  readonly values: Uint32Array
  unsure: string | undefined
}

export interface JudgeOptions {
  /** Whether an earlier file holds this call. Asked once for each call. */
  readonly isCopy: (call: Pick<SessionMessage, 'id' | 'alias'>) => boolean
  /** Findings before this time are left out. */
  readonly since: string | undefined
}

/** Replays a session: what was in sight of each call, what it needed, and why that was shown, lost or not decidable. */
export class Judge {
  readonly #values: Values
  readonly #options: JudgeOptions
  readonly #known: Known
  readonly #bill = new Bill()
  readonly #state = new StateSizes()
  readonly #cuts: { figures: CutFigures; isCounted: boolean }[] = []
  readonly #lost: Judged[] = []
  readonly #unknown: Judged[] = []
  readonly #refound: Refound[] = []
  readonly #prompts: (number | undefined)[] = []
  /** Tokens in and out of each call, -1 once a fact that it found again is charged with them. */
  readonly #spent: number[] = [-1]
  #view: Placed[] = []
  #chars = 0
  #order = 0
  #calls = 0
  #copied = 0
  #needs = 0
  #promptChars = 0
  #start: string | undefined
  #end: string | undefined
  /** The cut whose window no call has seen yet. */
  #fresh: CutFigures | undefined

  constructor(values: Values, options: JudgeOptions) {
    this.#values = values
    this.#options = options
    this.#known = new Known(values.size)
  }

  take(event: SessionEvent): void {
    if (event.kind === 'cut') this.#cut(event.cut)
    else if (event.kind === 'doubt') this.#doubt(event.reason, event.role)
    else {
      const { message } = event
      if (message.role === 'assistant') this.#call(message)
      this.#place(message.role === 'tool' ? { ...message, content: unwrapped(message.content) } : message)
    }
  }

  result(): Judgement {
    return {
      ...this.#state.figures(this.#calls),
      calls: this.#calls,
      copiedCalls: this.#copied,
      start: this.#start,
      end: this.#end,
      cuts: this.#cuts.filter(({ isCounted }) => isCounted).map(({ figures }) => figures),
      needs: this.#needs,
      lost: this.#lost,
      unknown: this.#unknown,
      refound: this.#refound,
      prompts: this.#prompts,
      meanPromptChars: this.#calls === 0 ? 0 : this.#promptChars / this.#calls,
    }
  }

  #place(message: SessionMessage): void {
    const { role, callId, records, content, unsure } = message
    const chars =
      content.length + (message.calls ?? []).reduce((sum, call) => sum + sizeOf(call.arguments), 0)
    const values = this.#values.in(message)
    const placed: Placed = { role, callId, records, chars, values, unsure, order: this.#order++ }
    this.#see(message, values, placed.order)
    this.#view.push(placed)
    this.#chars += chars
    if (this.#fresh !== undefined && (role === 'summary' || message.again === true)) {
      this.#fresh.shownAfter++
      this.#fresh.charsAfter += chars
    }
  }

  #see({ role, callId, again, unsure }: SessionMessage, values: Uint32Array, order: number): void {
    const isSource = role === 'user' || role === 'tool' || role === 'host'
    const name = role === 'tool' ? (callId ?? 'tool') : role
    const source = isSource && unsure === undefined ? { name, order, calls: this.#calls } : undefined
    const back = isSource && again !== true ? { by: role, call: this.#calls } : undefined
    for (const value of values) {
      if (source !== undefined) this.#known.source(value, source)
      this.#known.see(value, unsure === undefined, back)
    }
  }

  #cut(cut: Cut): void {
    const kept = new Set<Shown>(cut.keep(this.#view))
    const number = this.#cuts.length + 1
    const sameKind = this.#cuts.filter(({ figures: { kind } }) => kind === cut.kind).length
    const [before, charsBefore] = [this.#view.length, this.#chars]
    for (const { values } of this.#view) this.#known.cross(values, number)
    this.#view = this.#view.filter((placed) => {
      const stays = placed.role === 'system' || kept.has(placed)
      if (!stays) this.#drop(placed, number)
      return stays
    })
    const figures: CutFigures = {
      index: cut.index ?? sameKind + 1,
      kind: cut.kind,
      trigger: cut.trigger,
      time: cut.time,
      callNumber: this.#calls,
      hostBefore: cut.tokensBefore,
      hostAfter: cut.tokensAfter,
      billedBefore: this.#prompts.findLast((tokens) => tokens !== undefined),
      billedAfter: undefined,
      shownBefore: before === this.#systems() ? undefined : before - this.#systems(),
      shownAfter: this.#view.length - this.#systems(),
      charsBefore,
      charsAfter: this.#chars,
      kept: 0,
      lost: 0,
      unknown: 0,
      refound: 0,
      costCalls: 0,
      costTokens: 0,
      doubt: undefined,
    }
    this.#cuts.push({ figures, isCounted: this.#isRecent(cut.time) })
    this.#fresh = figures
    this.#bill.cut()
  }

  #systems(): number {
    return this.#view.filter(({ role }) => role === 'system').length
  }

  #drop({ values, unsure, chars }: Placed, cut: number): void {
    this.#chars -= chars
    for (const value of values) this.#known.drop(value, unsure === undefined, cut)
  }

  #doubt(reason: string, role?: 'tool'): void {
    for (const placed of this.#view) {
      if (placed.unsure !== undefined || placed.role === 'system' || (role ?? placed.role) !== placed.role)
        continue
      placed.unsure = reason
      for (const value of placed.values) this.#known.doubt(value)
    }
  }

  #call(message: SessionMessage): void {
    this.#calls++
    this.#start ??= message.time
    this.#end = message.time ?? this.#end
    const isCopy = this.#options.isCopy(message)
    if (isCopy) this.#copied++
    const wasCut = this.#fresh !== undefined
    this.#checkBill(message, isCopy)
    const isRecent = !isCopy && this.#isRecent(message.time)
    const seen = new Set<number>()
    for (const call of message.calls ?? []) {
      const about = { call: call.id, tool: call.name, time: message.time }
      const wanted = wantedBy(call)
      for (let at = 0; at < wanted.length; at++) {
        const { text, inside } = wanted[at] as Wanted
        const value = this.#values.numberOf(text)
        if (!this.#known.hasSource(value)) continue
        at += inside
        if (!seen.has(value)) this.#need(value, text, about, isRecent)
        seen.add(value)
      }
    }
    this.#prompts.push(message.usage?.promptTokens)
    this.#spent.push((message.usage?.promptTokens ?? 0) + (message.usage?.completionTokens ?? 0))
    this.#promptChars += this.#chars
    if (wasCut) this.#fresh = undefined
  }

  #checkBill({ usage }: SessionMessage, isCopy: boolean): void {
    const fresh = this.#fresh
    const problem = this.#bill.check(this.#chars, usage)
    if (fresh !== undefined) {
      fresh.billedAfter = usage?.promptTokens
      fresh.doubt = problem
      const last = this.#cuts.at(-1)
      if (last !== undefined && isCopy) last.isCounted = false
    }
    if (problem === undefined) return
    // After a compaction something was shown that the file lacks; without one, something was taken away.
    if (fresh === undefined) this.#doubt(problem)
    else this.#place({ role: 'summary', content: '', records: [], unsure: problem })
  }

  #need(
    value: number,
    text: string,
    about: Pick<Judged, 'call' | 'tool' | 'time'>,
    isCounted: boolean,
  ): void {
    const { source, isShown, crossed, lastCut, back } = this.#known.need(value)
    this.#state.need(text, about.tool, source, this.#calls)
    const cut = this.#cuts[(back?.cut ?? (isShown ? crossed : lastCut)) - 1]?.figures
    if (!isCounted) return
    this.#needs++
    const isFirst = crossed > 0
    if (isShown && back === undefined) {
      if (isFirst && cut !== undefined) cut.kept++
      return
    }
    const fact = { value: text, ...about, callNumber: this.#calls, cut: cut?.index ?? 0, source: source.name }
    if (isShown && back !== undefined) {
      this.#refound.push({ ...fact, by: back.by })
      if (cut !== undefined) this.#charge(cut, back.call)
      return
    }
    const reason = this.#whyUnknown(value, source.order)
    if (reason !== undefined) {
      this.#unknown.push({ ...fact, reason })
      if (cut !== undefined && isFirst) cut.unknown++
    } else {
      const gone = cut === undefined ? 'it went' : `${cut.kind} ${cut.index} took it`
      this.#lost.push({ ...fact, reason: `${gone} out of sight` })
      if (cut !== undefined && isFirst) cut.lost++
    }
  }

  /** Charges a compaction with the call that found a value again, once. */
  #charge(cut: CutFigures, call: number): void {
    const tokens = this.#spent[call] ?? -1
    cut.refound++
    if (tokens === -1) return
    cut.costCalls++
    cut.costTokens += tokens
    this.#spent[call] = -1
  }

  /** Something in sight may hold the value: a message that may be shown, or one whose text the file lacks. */
  #whyUnknown(value: number, order: number): string | undefined {
    const open = this.#known.isUnsure(value)
      ? this.#view.find(({ unsure, values }) => unsure !== undefined && values.includes(value))
      : this.#view.find((placed) => placed.unsure !== undefined && placed.chars === 0 && placed.order > order)
    return open?.unsure
  }

  #isRecent(time: string | undefined): boolean {
    const { since } = this.#options
    return since === undefined || time === undefined || time >= since
  }
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0
