import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentEvent } from '../../src/index.ts'
import type { Outside } from './desk.ts'
import type { Random } from './random.ts'
import type { Heard, Now, Talking } from './talk.ts'
import { type Served, Wire } from './wire.ts'

/** Where the processes keep the session. */
export interface RemotePlace {
  readonly store: 'file' | 'sqlite' | 'postgres'
  /** A folder, or the address of a database. */
  readonly place: string
}

const PROGRAM = fileURLToPath(new URL('desk-process.ts', import.meta.url))
const DIED: Heard = { end: 'died', reply: '' }

/** One session in processes that are killed, whatever they do at the time. The model, the shop and the judge are in this process. */
export class RemoteTalk implements Talking {
  readonly #outside: () => Outside
  readonly #onUnsure: (event: AgentEvent) => void
  readonly #place: RemotePlace
  readonly #random: Random
  #process: ChildProcess | undefined
  #wire: Wire | undefined
  #now: Now | undefined
  #over: Promise<unknown> = Promise.resolve()
  wasStopped = false
  #onStopped: () => void = () => {}
  #onEvent: Outside['onEvent'] = () => {}
  #stopping: Promise<unknown> | undefined
  /** A patch that may not be on record yet. */
  #accepted: AgentEvent | undefined

  /** `onUnsure` hears of a patch that was accepted by a process which may have died before it was on record. */
  constructor(
    outside: () => Outside,
    onUnsure: (event: AgentEvent) => void,
    place: RemotePlace,
    random: Random,
  ) {
    this.#outside = outside
    this.#onUnsure = onUnsure
    this.#place = place
    this.#random = random
  }

  get now(): Now {
    if (this.#now === undefined) throw new Error('the session is not open')
    return this.#now
  }

  /** Kills the process that has the session, and starts others until one comes up. Throws if the session cannot be opened. */
  async open(left?: number): Promise<void> {
    for (;;) {
      await this.close()
      const wire = this.#start(left)
      try {
        await this.#ask('open')
        return
      } catch (error) {
        if (!wire.isCut) throw error
      }
    }
  }

  async close(): Promise<void> {
    this.#process?.kill('SIGKILL')
    await this.#over
  }

  async knows(id: string): Promise<boolean> {
    return (await this.#ask('knows', id).catch(() => false)) as boolean
  }

  say(text: string, id?: string): Promise<Heard> {
    this.wasStopped = false
    return this.#heard('say', text, id)
  }

  async sayAndLeave(text: string, id: string): Promise<void> {
    await this.#ask('sayAndLeave', text, id).catch(() => {})
  }

  resume(): Promise<Heard> {
    return this.#heard('resume')
  }

  decide(step: number, approved: boolean): Promise<Heard> {
    return this.#heard('decide', step, approved)
  }

  async stopNow(): Promise<Heard> {
    this.wasStopped = true
    const heard = await this.#heard('stopNow')
    if (heard.end !== 'died') this.#onStopped()
    return heard
  }

  stop(bySignal: boolean, onStopped: () => void): void {
    this.wasStopped = true
    this.#onStopped = onStopped
    this.#stopping = this.#ask('stop', bySignal).then(onStopped, () => {})
  }

  async #heard(name: string, ...given: readonly unknown[]): Promise<Heard> {
    const heard = await this.#ask(name, ...given).catch(() => DIED)
    await this.#stopping
    return heard as Heard
  }

  async #ask(name: string, ...given: readonly unknown[]): Promise<unknown> {
    if (this.#wire === undefined) throw new Error('the session is not open')
    const { result, now } = (await this.#wire.call(name, ...given)) as { result: unknown; now: Now }
    this.#now = now
    if (name !== 'stop') this.#recorded()
    return result
  }

  /** Hears of the last patch: what the process does after it, it does after the record. */
  #recorded(): void {
    const event = this.#accepted
    this.#accepted = undefined
    if (event) this.#onEvent(event)
  }

  #start(left = Number.POSITIVE_INFINITY): Wire {
    const { store, place } = this.#place
    const child = fork(PROGRAM, [store, place], {
      execArgv: ['--conditions=@skill-state/source', '--disable-warning=ExperimentalWarning'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'skill-state-week-compiled') },
      serialization: 'advanced',
    })
    const { answer, call, onEvent } = this.#outside()
    if (this.#accepted) this.#onUnsure(this.#accepted)
    this.#accepted = undefined
    this.#onEvent = onEvent
    const served: Served = {
      answer: (prompt: string) => {
        this.#recorded()
        return answer(prompt)
      },
      call: (...given: Parameters<typeof call>) => {
        this.#recorded()
        return call(...given)
      },
      onEvent: (event: AgentEvent) => {
        this.#recorded()
        if (event.type === 'patch-accepted') this.#accepted = event
        else onEvent(event)
      },
    }
    let messages = 0
    const wire = new Wire(child, served, () => {
      messages += 1
      if (messages === left) this.#killSoon(child)
    })
    if (left < Number.POSITIVE_INFINITY && this.#random.chance(5)) this.#killWithin(child, 400)
    this.#process = child
    this.#wire = wire
    this.#over = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(() =>
      wire.cut(new Error('the process died')),
    )
    return wire
  }

  /** At once, in the middle of what the message asks for, or a moment later. */
  #killSoon(child: ChildProcess): void {
    if (this.#random.chance(40)) child.kill('SIGKILL')
    else this.#killWithin(child, 6)
  }

  #killWithin(child: ChildProcess, most: number): void {
    setTimeout(() => child.kill('SIGKILL'), this.#random.below(most))
  }
}
