import type { Session } from '@skill-state/agent'
import { verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { SkillStateError } from '@skill-state/protocol'
import { Auditor } from './auditor.ts'
import { type Kind as Act, Caller, type Command } from './callers.ts'
import { type Choices, oneOf } from './choices.ts'
import { Desk, hearing, placeIn, Teller } from './desk.ts'
import { type Kind, type Place, placeOf, SESSION } from './places.ts'
import { type Finding, Killed, type Operation, type Process, quiet, World } from './world.ts'

export interface Played {
  /** Of all events: the same for the same choices, on every machine. */
  readonly hash: string
  readonly story: readonly string[]
  readonly finding: Finding | undefined
  readonly choices: Choices
}

export interface PlayOptions {
  readonly store: Kind
  readonly choices: Choices
  /** What each caller does, one after the other, and nothing else goes wrong. Default: as the choices say, with faults. */
  readonly scripts?: readonly (readonly Act[])[] | undefined
}

/** A process with the session that it has open. */
interface Owner extends Process {
  session?: Session<unknown> | undefined
  isOpening?: boolean | undefined
}

/** Most events of a schedule, before everything that has begun is let go on. */
const MAX_EVENTS = 90

/** Plays one schedule from its beginning to its end. */
export async function play({ store, choices, scripts }: PlayOptions): Promise<Played> {
  const world = new World(choices)
  const remove = world.install()
  const place = placeOf(store, world)
  const reject = (error: unknown): void => {
    if (!(error instanceof Killed)) world.find('no error is left over', String(error))
  }
  process.on('unhandledRejection', reject)
  try {
    await new Schedule(world, place, scripts).run()
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  } finally {
    await quiet()
    process.off('unhandledRejection', reject)
    place.close()
    remove()
  }
  return { hash: world.hash, story: world.story, finding: world.finding, choices }
}

/** With its weight. */
type Move = readonly [weight: number, run: () => unknown]

class Schedule {
  readonly #world: World
  readonly #place: Place
  readonly #auditor: Auditor
  readonly #desk: Desk
  readonly #callers: readonly Caller[]
  readonly #owners: Owner[] = []
  /** What each caller has still to do; none for callers that do what they like. */
  readonly #scripts: readonly Act[][] | undefined
  readonly #unsettled = new Set<Command>()
  readonly #acknowledged: string[] = []
  #started = 0
  #isOver = false

  constructor(world: World, place: Place, scripts: PlayOptions['scripts']) {
    const { choices } = world
    this.#world = world
    this.#place = place
    this.#scripts = scripts?.map((script) => [...script])
    this.#auditor = new Auditor(world)
    this.#desk = new Desk(world, this.#auditor, scripts ? 0 : choices.pick(6), scripts !== undefined)
    hearing.desk = this.#desk
    this.#desk.isExclusive = (other) => place.isHolder(other)
    this.#callers = [new Caller(this.#desk), new Caller(this.#desk)]
    if (scripts) return
    if (place.disk) place.disk.locks = choices.pick(8) < 7
    if (place.server) place.server.isFlaky = choices.pick(3) === 2
  }

  async run(): Promise<void> {
    const owners = this.#scripts ? 1 : 1 + this.#world.choices.pick(2)
    for (let at = 0; at < owners; at += 1) this.#start()
    for (let event = 0; event < MAX_EVENTS && !this.#isOver && !this.#world.finding; event += 1) {
      this.#world.tick()
      const moves = this.#moves()
      if (moves.length === 0) break
      oneOf(this.#world.choices, moves)()
      await this.#settle()
    }
    if (!this.#world.finding) await this.#drain('every command returns')
    if (!this.#world.finding) await this.#after()
  }

  /** Lets promises go on until nothing happens, or only some of them. */
  async #settle(): Promise<void> {
    const hurry = this.#scripts ? 0 : this.#world.choices.pick(5)
    if (hurry === 4) {
      const ticks = this.#world.choices.pick(12)
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
    } else await quiet()
    this.#audit()
  }

  #audit(): void {
    if (this.#desk.hasLostPower) return
    this.#auditor.read(this.#place.records())
  }

  /** What can happen next. The first is the ordinary case. */
  #moves(): readonly Move[] {
    const { operations } = this.#world
    const moves: Move[] = operations.map((operation, at) => [at === 0 ? 14 : 4, () => this.#let(operation)])
    for (const [at, caller] of this.#callers.entries()) {
      const owner = this.#owners[at % this.#owners.length]
      const script = this.#scripts?.[at]
      if (!owner?.session || script?.length === 0) continue
      const { session } = owner
      moves.push([5, () => this.#call(at, owner, caller.act(session, script?.shift()))])
    }
    for (const owner of this.#owners) {
      if (owner.isAlive && !owner.session && !owner.isOpening) moves.push([8, () => this.#open(owner)])
    }
    if (this.#scripts) return moves.map(([, run]) => [1, run])
    const end = (): void => {
      this.#isOver = true
    }
    return [...(operations.length === 0 ? [[1, end] as const] : []), ...moves, ...this.#faults()]
  }

  #faults(): readonly Move[] {
    const [{ choices, timers }, { disk, server }] = [this.#world, this.#place]
    const faults: Move[] = []
    const add = (weight: number, name: string, run: () => unknown): void => {
      const told = (): void => {
        this.#world.tell(name)
        run()
      }
      faults.push([weight, told])
    }
    if (timers > 0) add(1, 'time passes until the next timer', () => this.#world.fire())
    add(1, 'the machine sleeps for a minute', () => this.#world.tick(60_000))
    for (const [at, caller] of this.#callers.entries())
      if (caller.mayAbort) add(2, `caller ${at + 1} leaves`, () => caller.abort())
    if (!this.#desk.deafIn)
      add(1, 'the observer is about to throw', () =>
        Object.assign(this.#desk, { deafIn: 1 + choices.pick(12) }),
      )
    for (const owner of this.#owners) {
      if (owner.session) add(1, `${owner.name} closes its session`, () => this.#forget(owner))
      if (disk || server) add(1, `${owner.name} is killed`, () => this.#kill(owner))
    }
    if (server) add(1, 'the server fails over', () => server.failOver())
    if (!disk) return faults
    for (const owner of this.#owners) {
      if (owner.fuse !== undefined) continue
      add(1, `${owner.name} is going to be killed`, () => Object.assign(owner, { fuse: choices.pick(24) }))
    }
    add(1, 'the disk is nearly full', () => Object.assign(disk, { room: choices.pick(400) }))
    if (disk.room !== undefined)
      add(4, 'somebody makes room on the disk', () => Object.assign(disk, { room: undefined }))
    add(1, 'the next sync fails', () => Object.assign(disk, { fails: true }))
    add(1, 'from now on syncs lie', () => Object.assign(disk, { lies: true }))
    add(1, 'the power fails', () => this.#losePower())
    return faults
  }

  #start(): Owner {
    this.#started += 1
    const owner: Owner = { name: `p${this.#started}`, isAlive: true }
    this.#owners.push(owner)
    return owner
  }

  async #open(owner: Owner): Promise<void> {
    const { agent, sessions } = this.#desk
    const teller = new Teller(this.#desk, owner, () => this.#audit())
    this.#world.tell(`${owner.name} opens the session`)
    owner.isOpening = true
    const store = this.#place.storeOf(owner)
    try {
      const session = await agent.open({ id: SESSION, store, model: teller.model, context: teller })
      sessions.push(session)
      if (owner.isAlive) owner.session = session
    } catch (error) {
      this.#judge(owner, 'opens the session', error)
    } finally {
      owner.isOpening = false
    }
  }

  #let(operation: Operation): void {
    const weighted = operation.outcomes.map((each) => [each[0], each] as const)
    const outcome = oneOf(this.#world.choices, weighted)
    this.#world.tell([operation.name, outcome[2] ?? []].flat().join(' '))
    operation.settle(outcome)
  }

  #call(at: number, owner: Owner, command: Command): void {
    const { name } = command
    const { session } = owner
    this.#world.tell(`${owner.name}: caller ${at + 1} ${name}`)
    this.#unsettled.add(command)
    command.ended
      .then((turn) => {
        if (!owner.isAlive) return
        this.#audit()
        this.#world.tell(`${owner.name}: "${name}" ends as ${turn?.end ?? 'done'}`)
        this.#acknowledge(command, turn?.end, turn?.resumable)
      })
      .catch((error: unknown) => {
        if (!owner.isAlive || owner.session !== session) return
        this.#judge(owner, name, error)
      })
      .finally(() => this.#unsettled.delete(command))
  }

  /** What a caller was told must be on record by then, and stay there. */
  #acknowledge({ name, text, isStop, answer }: Command, end: string | undefined, isResumable = false): void {
    const { messages, answers } = this.#auditor
    if (isStop) this.#desk.stoppedBefore = Math.max(this.#desk.stoppedBefore, this.#auditor.index)
    if (answer && end !== 'stopped') {
      const isThere = answers.get(answer.place)?.includes(answer.result) === true
      this.#world.ensure(isThere, 'what was answered is on record', name)
    }
    if (text === undefined) return
    const found = messages.get(text)
    this.#acknowledged.push(text)
    this.#world.ensure(found !== undefined, 'a message is on record', name)
    const ended = end === 'waiting' || isResumable || found === end
    // A caller who leaves may be told so after another command has played the message.
    const isWithdrawn = end === 'stopped' && found !== 'received' && found !== 'open'
    const isBehind = found === 'received' && end === 'finished'
    this.#world.ensure(ended || isWithdrawn || isBehind, 'a turn ends as the journal says', () => {
      return `${name}: ${end}, on record ${found}`
    })
  }

  /** Which errors a caller may meet, and what it does then. */
  #judge(owner: Owner, name: string, error: unknown): void {
    if (!owner.isAlive) return
    const code = (error as { code?: string }).code ?? 'none'
    this.#world.tell(`${owner.name}: "${name}" throws ${code}`)
    const { disk, server } = this.#place
    const passing = [
      'journal-conflict',
      ...(server ? ['database-unavailable'] : []),
      ...(disk ? ['ENOSPC', 'EIO', 'environment-failed'] : []),
    ]
    const isMisuse = code === 'journal-misuse' && error instanceof SkillStateError
    const isOurs = isMisuse || passing.includes(code)
    this.#world.ensure(isOurs, 'only misuse and a failing store throw', () => `${name}: ${String(error)}`)
    const isBroken = !isMisuse || /out of order|is closed|cannot record/.test(String(error))
    if (isBroken) this.#forget(owner)
  }

  /** The process closes its session, and opens it again next time. */
  #forget(owner: Owner): void {
    owner.session?.close().catch(() => {})
    owner.session = undefined
  }

  #kill(owner: Owner): void {
    const { choices } = this.#world
    this.#world.kill(owner, ({ name }) => name.includes(': insert') && choices.pick(2) === 1)
    this.#replace(owner)
  }

  #replace(owner: Owner): void {
    this.#place.release(owner)
    this.#owners.splice(this.#owners.indexOf(owner), 1)
    this.#start()
    for (const command of this.#unsettled) this.#unsettled.delete(command)
  }

  #losePower(): void {
    for (const owner of [...this.#owners]) this.#kill(owner)
    this.#place.disk?.losePower()
    this.#desk.hasLostPower = true
    const again = new Auditor(this.#world)
    again.read(this.#place.records())
    if (!this.#place.disk?.lies) this.#ensureKept(again)
    this.#isOver = true
  }

  #ensureKept(again: Auditor): void {
    for (const text of this.#acknowledged)
      this.#world.ensure(again.messages.has(text), 'nothing acknowledged is lost', () => text.slice(0, 20))
    for (const key of this.#desk.effects)
      this.#world.ensure(again.decisions.has(placeIn(key)), 'nothing acknowledged is lost', key)
  }

  /** Lets everything that has begun end in the ordinary way. */
  async #drain(promise: string): Promise<void> {
    this.#desk.deafIn = undefined
    for (let event = 0; event < 400; event += 1) {
      await quiet()
      this.#audit()
      if (this.#world.finding) return
      for (const owner of this.#owners.filter(({ isAlive }) => !isAlive)) this.#replace(owner)
      const [operation] = this.#world.operations
      if (operation) {
        this.#world.tell(operation.name)
        operation.settle(operation.outcomes[0] as never)
      } else if (this.#unsettled.size > 0 && this.#world.timers > 0) this.#world.fire()
      else break
    }
    const names = [...this.#unsettled].map(({ name }) => name)
    this.#world.ensure(names.length === 0, promise, () => names.join(', '))
  }

  /** In the end a new process opens the session, and all that was said is answered or closed. */
  async #after(): Promise<void> {
    const { disk, server } = this.#place
    this.#desk.calm = true
    for (const owner of [...this.#owners]) this.#kill(owner)
    for (const owner of this.#owners.splice(0)) owner.isAlive = false
    if (disk) Object.assign(disk, { room: undefined, fails: false, locks: true })
    if (server) server.isFlaky = false
    this.#audit()
    if (this.#isOver && this.#desk.hasLostPower) return await this.#reopen(new Auditor(this.#world))
    await this.#reopen(this.#auditor)
  }

  async #reopen(auditor: Auditor): Promise<void> {
    const world = this.#world
    const owner = this.#start()
    void this.#open(owner)
    await this.#drain('a session opens')
    const { session } = owner
    world.ensure(session !== undefined, 'every session can be opened again', () => world.story.at(-1) ?? '')
    if (session === undefined || world.finding) return
    auditor.read(this.#place.records())
    if (auditor.count > 0) auditor.check(session.state as never, 'the session that was opened again')
    if (auditor === this.#auditor) await this.#finish(owner, session)
    if (world.finding) return
    try {
      verify(memoryJournal([...this.#place.records()]))
    } catch (error) {
      world.find('the whole journal can be verified', String(error))
    }
  }

  async #finish(owner: Owner, session: Session<unknown>): Promise<void> {
    const [world, auditor] = [this.#world, this.#auditor]
    const caller = this.#callers[0] as Caller
    const isOpen = (): boolean => !session.ended && (!session.idle || auditor.open !== undefined)
    for (let round = 0; round < 40 && isOpen() && !world.finding; round += 1) {
      caller.look(session)
      const kind = session.approval ? 'deny' : session.call ? 'answer' : 'resume'
      this.#call(0, owner, caller.act(session, kind))
      await this.#drain('every command returns')
      if (world.story.at(-1)?.includes('ends as limit')) break
    }
    const isLimited = world.story.at(-1)?.includes('ends as limit') === true
    for (const [text, end] of auditor.messages) {
      const isClosed = (end !== 'received' && end !== 'open') || session.ended || isLimited
      world.ensure(isClosed, 'every message is answered or closed', () => `${text.slice(0, 20)} is ${end}`)
    }
    if (!session.ended && !isLimited) {
      this.#call(0, owner, caller.act(session, 'send'))
      await this.#drain('every command returns')
    }
    const { receipts } = session.state as { receipts: readonly string[] }
    const due = auditor.receipts
    const isCaptured = due.every((receipt) => receipts.includes(receipt))
    const isAnswered = world.story.at(-1)?.endsWith('ends as replied')
    world.ensure(isCaptured || !isAnswered, 'what rules took from results is in the state', () => {
      return `${receipts.join()} without ${due.join()}`
    })
    const { billed, isBounded } = this.#desk
    world.ensure(!isBounded || auditor.tokens >= billed, 'spending is on record', () => {
      return `${auditor.tokens} of ${billed}`
    })
  }
}
