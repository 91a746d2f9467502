import { unwrapped } from '../import/formats/parts/content.ts'
import { Bill } from './bill.ts'
import type { CutFigures, Judged, Judgement, Refound } from './findings.ts'
import type { Cut, SessionEvent, SessionMessage, Shown } from './session.ts'
import { StateSizes } from './state-sizes.ts'
import { type Values, valuesOf } from './values.ts'

/** A message in sight, and the values in it. */
interface Placed extends Shown {
  readonly order: number
  readonly values: Uint32Array
  unsure: string | undefined
}

/** What is known of a value that some call needs. */
interface Known {
  /** How many messages in sight hold it, and how many more may. */
  sure: number
  unsure: number
  /** Its first source, and how many calls there were before that. */
  source: { readonly name: string; readonly order: number; readonly calls: number } | undefined
  /** The cut that took it out of sight, if one did. */
  cut: number
  /** It came back, and no call needed it since. */
  back: (Pick<Refound, 'cut' | 'by'> & { readonly call: number }) | undefined
  /** The newest cut before which it was in sight, until its fate is counted there. */
  crossed: number
}

export interface JudgeOptions {
  /** Whether an earlier file holds the call of this id. Asked once for each call. */
  readonly isCopy: (id: string) => boolean
  /** Findings before this time are left out. */
  readonly since: string | undefined
}

/** Replays a session: what was in sight of each call, what it needed, and why that was shown, lost or not decidable. */
export class Judge {
  readonly #values: Values
  readonly #options: JudgeOptions
  readonly #known: Known[]
  readonly #bill = new Bill()
  readonly #state = new StateSizes()
  readonly #cuts: { figures: CutFigures; isCounted: boolean }[] = []
  readonly #lost: Judged[] = []
  readonly #unknown: Judged[] = []
  readonly #refound: Refound[] = []
  readonly #prompts: (number | undefined)[] = []
  /** Tokens in and out of each call, until a fact that it found again is charged with them. */
  readonly #spent = new Map<number, number>()
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
    this.#known = Array.from({ length: values.size }, () => ({
      sure: 0,
      unsure: 0,
      source: undefined,
      cut: 0,
      back: undefined,
      crossed: 0,
    }))
  }

  take(event: SessionEvent): void {
    if (event.kind === 'cut') this.#cut(event.cut)
    else if (event.kind === 'doubt') this.#doubt(event.reason, event.role)
    else {
      const { message } = event
      const unwrappedMessage =
        message.role === 'tool' ? { ...message, content: unwrapped(message.content) } : message
      if (message.role === 'assistant') this.#call(message)
      this.#place(unwrappedMessage)
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
    for (const value of values) this.#see(this.#known[value] as Known, message, placed.order)
    this.#view.push(placed)
    this.#chars += chars
    if (this.#fresh !== undefined && (role === 'summary' || message.again === true)) {
      this.#fresh.shownAfter++
      this.#fresh.charsAfter += chars
    }
  }

  #see(known: Known, { role, callId, again, unsure }: SessionMessage, order: number): void {
    const isSource = role === 'user' || role === 'tool' || role === 'host'
    if (isSource && unsure === undefined) {
      const name = role === 'tool' ? (callId ?? 'tool') : role
      known.source ??= { name, order, calls: this.#calls }
    }
    if (unsure !== undefined) {
      known.unsure++
      return
    }
    if (known.sure === 0 && known.cut > 0) {
      const { cut } = known
      if (isSource && again !== true) known.back = { cut, by: role, call: this.#calls }
      known.cut = 0
    }
    known.sure++
  }

  #cut(cut: Cut): void {
    const kept = new Set<Shown>(cut.keep(this.#view))
    const number = this.#cuts.length + 1
    const sameKind = this.#cuts.filter(({ figures: { kind } }) => kind === cut.kind).length
    const [before, charsBefore] = [this.#view.length, this.#chars]
    for (const { values } of this.#view)
      for (const value of values) (this.#known[value] as Known).crossed = number
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
    for (const value of values) {
      const known = this.#known[value] as Known
      if (unsure === undefined) known.sure--
      else known.unsure--
      if (known.sure === 0 && known.unsure === 0) {
        known.cut = cut
        known.back = undefined
      }
    }
  }

  #doubt(reason: string, role?: 'tool'): void {
    for (const placed of this.#view) {
      if (placed.unsure !== undefined || placed.role === 'system' || (role ?? placed.role) !== placed.role)
        continue
      placed.unsure = reason
      for (const value of placed.values) {
        const known = this.#known[value] as Known
        known.sure--
        known.unsure++
      }
    }
  }

  #call(message: SessionMessage): void {
    this.#calls++
    this.#start ??= message.time
    this.#end = message.time ?? this.#end
    const isCopy = message.id !== undefined && this.#options.isCopy(message.id)
    if (isCopy) this.#copied++
    const wasCut = this.#fresh !== undefined
    this.#checkBill(message, isCopy)
    const isRecent = !isCopy && this.#isRecent(message.time)
    const seen = new Set<string>()
    for (const call of message.calls ?? []) {
      for (const value of valuesOf(call)) {
        if (seen.has(value)) continue
        seen.add(value)
        this.#need(value, { call: call.id, tool: call.name, time: message.time }, isRecent)
      }
    }
    this.#prompts.push(message.usage?.promptTokens)
    this.#spent.set(this.#calls, (message.usage?.promptTokens ?? 0) + (message.usage?.completionTokens ?? 0))
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
    value: string,
    { call, tool, time }: Pick<Judged, 'call' | 'tool' | 'time'>,
    isCounted: boolean,
  ): void {
    const known = this.#known[this.#values.numberOf(value) ?? -1]
    if (known?.source === undefined) return
    this.#state.need(value, tool, known.source, this.#calls)
    const cut = this.#cuts[(known.back?.cut ?? (known.sure > 0 ? known.crossed : known.cut)) - 1]?.figures
    const { source } = known
    const fact = {
      value,
      call,
      tool,
      time,
      callNumber: this.#calls,
      cut: cut?.index ?? 0,
      source: source.name,
    }
    const isFirst = known.crossed > 0
    known.crossed = 0
    const { back } = known
    known.back = undefined
    if (!isCounted) return
    this.#needs++
    if (known.sure > 0) {
      if (back === undefined) {
        if (isFirst && cut !== undefined) cut.kept++
        return
      }
      this.#refound.push({ ...fact, by: back.by })
      if (cut !== undefined) {
        cut.refound++
        cut.costCalls += this.#spent.has(back.call) ? 1 : 0
        cut.costTokens += this.#spent.get(back.call) ?? 0
        this.#spent.delete(back.call)
      }
      return
    }
    const reason = this.#whyUnknown(known, source.order, value)
    if (reason !== undefined) {
      this.#unknown.push({ ...fact, reason })
      if (cut !== undefined && isFirst) cut.unknown++
    } else {
      const what = cut?.kind === 'clearing' ? 'clearing' : 'compaction'
      this.#lost.push({ ...fact, reason: `${what} ${fact.cut} took it out of sight` })
      if (cut !== undefined && isFirst) cut.lost++
    }
  }

  /** Something in sight may hold the value: a message that may be shown, or one whose text the file lacks. */
  #whyUnknown(known: Known, order: number, value: string): string | undefined {
    const number = this.#values.numberOf(value) ?? -1
    if (known.unsure > 0)
      return this.#view.find(({ unsure, values }) => unsure !== undefined && values.includes(number))?.unsure
    return this.#view.find(
      (placed) => placed.unsure !== undefined && placed.chars === 0 && placed.order > order,
    )?.unsure
  }

  #isRecent(time: string | undefined): boolean {
    const { since } = this.#options
    return since === undefined || time === undefined || time >= since
  }
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}
