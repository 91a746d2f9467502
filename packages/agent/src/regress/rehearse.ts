import { applyPatch, diff, type State, settle } from '@skill-state/core'
import { captured } from '@skill-state/core/capture'
import { chainOf, type JournalSaid, type JournalTurn, type Moment } from '@skill-state/core/journal'
import {
  type Action,
  callsOf,
  type Issue,
  isJsonObject,
  type JsonObject,
  type Observation,
  reasonOf,
  type StepOptions,
} from '@skill-state/protocol'
import type { Found, Part } from '@skill-state/protocol/regress'
import {
  type AnyTool,
  memoryResults,
  READ,
  type ResultStore,
  ToolFailure,
  ToolWorld,
} from '@skill-state/tools'
import { callOf } from '../session/conversation.ts'
import { chargeOf, minus } from '../session/meter.ts'
import { resultIn } from '../session/observation.ts'
import { composing, opening, outcomeOf } from '../session/view.ts'
import type { Candidate } from './candidate.ts'
import { askedDifferences, differing, found, isSame } from './prompt-differences.ts'
import type { RecordedEvent, RecordedStep } from './recorded-steps.ts'

export interface RehearsalOptions {
  readonly candidate: Candidate
  readonly context: unknown
  /** Results of the session that were too long for its prompts. */
  readonly results: Pick<ResultStore, 'read'> | undefined
}

type Answer = NonNullable<RecordedStep['answer']>

/** What is known of a step that the candidate has taken as it is on record. */
export interface Rehearsed {
  readonly differences: readonly Found[]
  /** Σ_t and O_t as the candidate would have them; absent if it could not be asked. */
  readonly at?: Moment | undefined
}

/** One recorded session, taken again by another agent: the same messages, decisions, approvals and results. */
export class Rehearsal {
  readonly #candidate: Candidate
  readonly #context: unknown
  /** What the next call gets, and whether it came as far as the tool. */
  readonly #frozen: Frozen = { text: '', failed: false, reached: false }
  readonly #world: ToolWorld
  readonly #results: Required<Pick<ResultStore, 'read'>>
  #position: Pick<Moment, 'index' | 'state'>
  #asked: JsonObject | undefined
  /** What the candidate would have written in the place of a recorded observation. */
  #own: { readonly index: number; readonly of: Observation; readonly as: Observation } | undefined
  /** The turn as the candidate would have begun it. */
  #opened: (Pick<JournalTurn, 'since' | 'message'> & { readonly recent: readonly JournalSaid[] }) | undefined

  constructor({ candidate, context, results }: RehearsalOptions) {
    this.#candidate = candidate
    this.#context = context
    const own = memoryResults()
    this.#results = { read: async (handle) => (await own.read(handle)) ?? (await results?.read(handle)) }
    this.#position = { index: 0, state: candidate.skill.initialState }
    this.#world = new ToolWorld({
      ...candidate.blueprint.world,
      tools: frozenTools(candidate.blueprint.world.tools, this.#frozen),
      context,
      results: { keep: (handle, text) => own.keep(handle, text), ...this.#results },
      now: () => this.#position,
    })
    void this.#world.restore({ seed: 0, first: { text: '', done: false }, steps: [] })
  }

  async follow(event: RecordedEvent): Promise<Rehearsed> {
    if (event.kind === 'step') return await this.#step(event)
    if (event.kind === 'said') this.#said(event)
    return { differences: event.kind === 'limit' ? this.#goesOn(event) : [] }
  }

  /** O_t as the candidate would have it. */
  #observation({ observation, index }: Moment): Observation | undefined {
    const own = this.#own
    if (!observation || !own) return observation
    if (observation === own.of) return own.as
    // A turn that was closed without a decision leaves what was captured.
    const isLeft = own.index === index && observation.text === '' && observation.waiting !== undefined
    return isLeft ? { ...observation, captured: own.as.captured } : observation
  }

  /** The turn as the candidate would have it. */
  #turn({ turn }: Moment): JournalTurn | undefined {
    return turn && turn.since === this.#opened?.since ? { ...turn, ...this.#opened } : turn
  }

  #said({ before, after }: Extract<RecordedEvent, { kind: 'said' }>): void {
    const viewed = this.#viewed(before, this.#candidate.migrated({ ...before, pending: undefined }))
    const message = before.inbox?.at(0)
    if (message === undefined || !after.turn || !after.observation) return
    const { first, ...opened } = opening(viewed, message, this.#world)
    this.#own = { index: after.index, of: after.observation, as: first }
    this.#opened = { since: after.turn.since, message: opened.message, recent: opened.recent }
  }

  /** A moment as the candidate sees it. */
  #viewed(before: Moment, migrated: Moment | string) {
    const { state } = typeof migrated === 'string' ? before : migrated
    const position = { ...before, state, observation: this.#observation(before), turn: this.#turn(before) }
    this.#position = { index: before.index, state }
    return { agent: this.#candidate.blueprint, journal: { position } }
  }

  async #step(step: RecordedStep): Promise<Rehearsed> {
    const { before, decision } = step
    const moment = this.#candidate.migrated({ ...before, pending: undefined })
    const differences: Found[] = [...this.#limits(step), ...this.#prompt(step, moment)]
    if (typeof moment === 'string') {
      return { differences: [...differences, found('migration', 'state', 'fits', moment)] }
    }
    const at = { ...moment, observation: this.#observation(before), turn: this.#turn(before) }
    this.#position = { index: before.index, state: moment.state }
    const unread = this.#unread(decision.action)
    if (unread) differences.push(unread)
    if (decision.prose && this.#candidate.blueprint.strict)
      differences.push(found('reply', 'plain words', 'an answer to the user', 'rejected'))
    try {
      const patched = this.#patched(step, moment)
      if ('part' in patched) differences.push(patched)
      else if (!unread) differences.push(...(await this.#called(step, at, patched)))
    } catch (error) {
      // Maybe it needs a context that it was not given.
      const reason = reasonOf(error)
      differences.push(found('call', 'a rule of the agent throws', 'no error', reason))
    }
    return { differences, at }
  }

  /** Why the action would have been rejected. */
  #unread(action: Action): Found | undefined {
    const calls = callsOf(action)
    const { max } = this.#world.several
    if (calls && calls.length > max) return found('reply', 'calls', `${calls.length} calls`, `at most ${max}`)
    for (const call of calls ?? [action]) {
      const read = this.#candidate.blueprint.run.reply?.readAction?.(call)
      if (read?.ok === false) return rejected('reply', read.issues, call)
    }
    return undefined
  }

  *#prompt({ before, decision }: RecordedStep, moment: Moment | string): Generator<Found> {
    const was = decision.asked ?? this.#asked
    this.#asked = was
    const now = this.#candidate.asked
    if (was) yield* askedDifferences(was, now)
    // Only sessions that began with the agent's own Σ_0 would begin otherwise.
    const isFirst = decision.asked !== undefined && before.index === 0
    if (isFirst && was?.initial === chainOf('', before.state.text) && was.initial !== now.initial)
      yield* stateDifference('prompt', 'initial state', before.state, this.#candidate.skill.initialState)
    if (typeof moment !== 'string') yield* stateDifference('prompt', 'state', before.state, moment.state)
    const [old, young] = [before.observation?.text, this.#observation(before)?.text]
    if (old !== young) yield found('prompt', 'observation', ...apart(old ?? '', young ?? ''))
  }

  /** The recorded patch, merged by the candidate; or why it is rejected. */
  #patched({ before, decision }: RecordedStep, moment: Moment): Patched | Found {
    const own = without(decision.patch ?? {}, before.observation?.captured)
    const isMigrated = moment.schemaVersion !== before.schemaVersion
    const whole = isMigrated ? this.#candidate.migrated({ ...before, pending: decision }) : undefined
    if (typeof whole === 'string') return found('migration', 'state after the patch', 'fits', whole)
    const carried = isMigrated ? undefined : this.#observation(before)?.captured
    const patch = whole?.pending?.patch ?? own
    const said = { action: decision.action, captured: carried, context: this.#context }
    const applied = applyPatch(this.#candidate.skill, moment.state, patch, said)
    if (!applied.ok) return rejected('patch', applied.issues, decision.action)
    return { ...applied.value, carried, isMigrated }
  }

  /** Makes the call, or each of a list, and settles the step. */
  async #called(step: RecordedStep, at: Moment, patched: Patched): Promise<readonly Found[]> {
    const { decision, answer } = step
    const list = callsOf(decision.action)
    const differences: Found[] = []
    const ended: EndedCall[] = []
    let isWhole = true
    for (const [index, action] of (list ?? [decision.action]).entries()) {
      const call = list && { index, of: list.length }
      const recorded = recordedCall(step, action, call?.index)
      const made = await this.#made(recorded, { key: list ? `${at.index}/${index}` : `${at.index}`, call })
      differences.push(...made.differences)
      isWhole &&= made.isWhole
      const { outcome } = answer?.calls?.[index] ?? {}
      ended.push({ action: (recorded.approved ?? action) as JsonObject, result: made.result, outcome })
    }
    if (!answer) return differences
    const evidence = ended.flatMap(({ result }) => result.evidence ?? [])
    const together = { ...answer.observation, evidence: evidence.length > 0 ? evidence : undefined }
    const result = list ? together : (ended[0]?.result ?? together)
    return [...differences, ...this.#settled(answer, { at, patched, result, isWhole, ended: list && ended })]
  }

  /** Makes a call with its result on record: whom it would have waited for, and what it would have led to. */
  async #made(
    { action, approved = action, ended, outcome, waits }: RecordedCall,
    options: StepOptions,
  ): Promise<Made> {
    const [name = ''] = callOf(action) ?? []
    const whole = await this.#whole(ended?.text ?? '')
    const text = whole ?? ended?.text ?? ''
    Object.assign(this.#frozen, { text, failed: outcome === 'failed', reached: false })
    void this.#world.restore({ seed: 0, first: { text: '', done: false }, steps: [] })
    let result = await this.#world.step(action, options)
    const asked = result.waiting?.for === 'reply' ? undefined : result.waiting
    const isCalled = outcome === 'done' || outcome === 'failed'
    // Of a call that was cut off before anybody was asked it is not known whether somebody would have been.
    const isKnown = waits.length > 0 || (isCalled && ended !== undefined && !isAtRest(ended))
    const mustAsk = asked?.for === 'approval'
    const differences = isKnown ? [...approvalDifferences(name, waits, asked)] : []
    if (isKnown && !mustAsk) differences.push(...outsideDifferences(name, waits, asked))
    const isWhole = whole !== undefined
    if (!ended) return { differences, result, isWhole }
    if (isCalled && (mustAsk || approved !== action)) {
      result = await this.#world.step(approved, { ...options, approved: true })
      if (mustAsk) differences.push(...outsideDifferences(name, waits, result.waiting))
    }
    const isTold = result.waiting?.for === 'result' || waits.some((wait) => wait.for === 'result')
    if (isTold || !isCalled || (await this.#isForgotten(action))) {
      const refused = outcome === 'failed' || outcome === 'denied' || undefined
      const evidence = isTold && outcome === 'done' ? evidenceOf(approved, text) : undefined
      const unknown = outcome === 'unknown' || undefined
      const shown = this.#world.fit(text, 'result', options.call)
      result = { text: shown, done: false, refused, unknown, evidence }
    } else if (name !== '') {
      differences.push(...inputDifferences(name, this.#frozen.reached, text, result))
    }
    return { differences, result, isWhole }
  }

  /** The whole of a result; undefined if it was too long to be shown, and is not kept. */
  async #whole(raw: string): Promise<string | undefined> {
    const handle = KEPT.exec(raw)?.[1]
    return handle === undefined ? raw : await this.#results.read(handle)
  }

  /** Whether the action reads on in a result that is not kept any more. */
  async #isForgotten(action: Action): Promise<boolean> {
    const read = isJsonObject(action) ? action[READ] : undefined
    const { handle } = isJsonObject(read) ? read : {}
    return typeof handle === 'string' && (await this.#results.read(handle)) === undefined
  }

  /** What the state and the next observation come to. */
  *#settled(answer: Answer, { at, patched, result, isWhole, ended }: Settling): Generator<Found> {
    const { blueprint } = this.#candidate
    const { action, observation, outcome, after } = answer
    const acted = {
      before: at.state,
      after: patched.state,
      action,
      patch: patched.patch,
      commit: blueprint.run.commit ?? 'before-action',
      captured: patched.carried,
      ended,
    }
    // A call that was settled with its turn was not composed.
    const compose = composing({ agent: blueprint, journal: { position: at } }, outcome)
    const { evidence, ...said } = isAtRest(observation)
      ? { ...observation, evidence: result.evidence }
      : result
    const settled = settle(acted, said, compose)
    const next = captured(this.#candidate.skill, settled.state, patched.carried, {
      ...settled.observation,
      evidence,
    })
    const isKnown = isWhole || evidence === undefined
    const taken = isKnown ? next.captured : observation.captured
    this.#own = { index: after.index, of: observation, as: { ...next, captured: taken } }
    const then = this.#candidate.migrated({ ...after, pending: undefined })
    if (typeof then === 'string') return yield found('migration', 'state', 'fits', then)
    if (!patched.isMigrated) {
      yield* stateDifference('state', 'state', then.state, settled.state)
      const [first] = Object.keys(diff(observation.captured ?? {}, taken ?? {}))
      if (!isSame(observation.captured, taken))
        yield found('capture', `/${first ?? ''}`, observation.captured, taken)
    }
    const isCut = !isWhole && this.#asked?.maxResultChars !== undefined
    if (isCut && this.#asked?.maxResultChars !== blueprint.world.maxResultChars)
      yield found('prompt', 'observation', 'a part of the result', 'another part; the whole is not on record')
  }

  /** Whether a limit of the candidate ends the turn before this step. */
  *#limits({ before, decision }: RecordedStep): Generator<Found> {
    const { limits } = this.#candidate.blueprint
    const { index, turn } = before
    for (const scope of ['session', 'message'] as const) {
      const since = scope === 'session' ? undefined : turn
      const steps = index - (since?.since ?? 0)
      const used = minus(chargeOf(decision.spent), chargeOf(since?.spent))
      const taken = { steps: steps + 1, ...used }
      for (const name of ['steps', 'tokens', 'costUsd'] as const) {
        const most = limits[scope][name]
        if (most === undefined || taken[name] <= most) continue
        yield found('limit', `${scope}.${name}`, `${taken[name]}`, `at most ${most}`)
      }
    }
  }

  /** Whether a turn that reached its steps would go on. */
  #goesOn({ before, reasons }: Extract<RecordedEvent, { kind: 'limit' }>): readonly Found[] {
    const { session, message } = this.#candidate.blueprint.limits
    const steps = before.index - (before.turn?.since ?? 0)
    if (!reasons.some((reason) => reason.includes(' steps of '))) return []
    if (steps >= (message.steps ?? Infinity) || before.index >= (session.steps ?? Infinity)) return []
    return [
      found('limit', 'message.steps', `stopped after ${steps}`, `at most ${message.steps ?? 'any number'}`),
    ]
  }
}

interface Frozen {
  text: string
  failed: boolean
  reached: boolean
}

/** The tools of an agent, none of which is ever executed. */
function frozenTools(
  tools: Readonly<Record<string, AnyTool>>,
  next: Frozen,
): Readonly<Record<string, AnyTool>> {
  const value = (): string => {
    next.reached = true
    if (next.failed) throw new ToolFailure(next.text)
    return next.text
  }
  const entries = Object.entries(tools).map(([name, tool]): [string, AnyTool] => {
    return [name, tool.execute ? Object.create(tool, { execute: { value, enumerable: true } }) : tool]
  })
  return Object.fromEntries(entries)
}

type EndedCall = NonNullable<Parameters<typeof settle>[0]['ended']>[number]

interface RecordedCall extends Pick<RecordedStep, 'waits'> {
  readonly action: Action
  /** As it was approved, if it was edited. */
  readonly approved: Action | undefined
  /** What it led to, if that is on record. */
  readonly ended: Observation | undefined
  readonly outcome: Answer['outcome']
}

/** `at`: which call of a list it is. */
function recordedCall({ waits, answer }: RecordedStep, action: Action, at: number | undefined): RecordedCall {
  if (at === undefined) {
    const { action: approved, observation: was, outcome = 'done' } = answer ?? {}
    const ended = was && { ...was, text: resultIn(was.text) ?? was.text }
    return { action, approved, ended, outcome, waits }
  }
  const { result: ended, outcome = ended && outcomeOf(ended) } = answer?.calls?.[at] ?? {}
  const approved = callsOf(answer?.action)?.[at]
  return { action, approved, ended, outcome, waits: waits.filter(({ call }) => call === at) }
}

interface Made {
  readonly differences: Found[]
  readonly result: Observation
  readonly isWhole: boolean
}

interface Settling extends Omit<Made, 'differences'> {
  readonly at: Moment
  readonly patched: Patched
  readonly ended?: readonly EndedCall[] | undefined
}

interface Patched {
  /** Σ_t ⊕ ΔΣ_t */
  readonly state: State
  readonly patch: JsonObject
  readonly carried: JsonObject | undefined
  /** Whether the state is of another version of the schema than the record. */
  readonly isMigrated: boolean
}

/** How a result names the handle under which the whole of it is kept. */
const KEPT = /the whole is kept as ((?:result|message|conversation)-[\d-]+) …\]/

function rejected(part: 'reply' | 'patch', issues: readonly Issue[], action: Action): Found {
  const [{ path, message } = { path: '', message: '' }] = issues
  const [, first, tool = Object.keys(action)[0], input] = path.split('/')
  // Keys below a field of the state are data.
  const inPatch = first === undefined ? message.split(':')[0] : `/${first}`
  const place = part === 'patch' ? inPatch : [tool, input].filter(Boolean).join('/')
  const reasons = issues.map((issue) => `${issue.path || 'the whole'}: ${issue.message}`)
  return found(part, place ?? '', 'accepted', `rejected: ${reasons.join('; ')}`)
}

function* approvalDifferences(
  name: string,
  waits: RecordedStep['waits'],
  now: Observation['waiting'],
): Generator<Found> {
  const asked = waits.find((wait) => wait.for === 'approval')
  const asks = now?.for === 'approval' ? now : undefined
  const text = (wait: typeof asked): string =>
    wait ? `asked${wait.reason ? `: ${wait.reason}` : ''}` : 'not asked'
  yield* differing('approval', name, text(asked), text(asks))
}

function* outsideDifferences(
  name: string,
  waits: RecordedStep['waits'],
  now: Observation['waiting'],
): Generator<Found> {
  const wasOutside = waits.some((wait) => wait.for === 'result')
  const isOutside = now?.for === 'result'
  const by = (outside: boolean): string =>
    `executed by ${outside ? 'the program around the session' : 'the agent'}`
  yield* differing('call', name, by(wasOutside), by(isOutside))
}

function* inputDifferences(name: string, reached: boolean, was: string, now: Observation): Generator<Found> {
  const wasRejected = was.startsWith(`The input of ${name} was rejected, and nothing was done: `)
  const isRejected = !reached && now.refused === true
  if (wasRejected !== isRejected)
    yield found(
      'call',
      `input of ${name}`,
      wasRejected ? was : 'accepted',
      isRejected ? now.text : 'accepted',
    )
}

/** Whether nothing of the turn is left after the answer. */
function isAtRest({ waiting, done }: Observation): boolean {
  return waiting !== undefined || done
}

function evidenceOf(action: Action, text: string): Observation['evidence'] {
  const [tool, input] = callOf(action) ?? []
  return tool === undefined || input === undefined ? undefined : [{ tool, input, text }]
}

function* stateDifference(part: Part, what: string, was: State, now: State): Generator<Found> {
  if (was === now || was.text === now.text) return
  const change = diff(was.toJSON(), now.toJSON())
  const [name] = Object.keys(change)
  if (name === undefined) return // the order of the keys
  yield found(part, `${what} /${name}`, was.toJSON()[name], now.toJSON()[name])
}

function without(patch: JsonObject, carried: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !Object.hasOwn(carried, key)))
}

/** The parts of two texts between what they begin and end with alike. */
function apart(was: string, now: string): readonly [string, string] {
  let start = 0
  while (start < was.length && was[start] === now[start]) start += 1
  const from = Math.max(0, start - 40)
  return [was.slice(from), now.slice(from)]
}
