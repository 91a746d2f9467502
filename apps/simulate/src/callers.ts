import type { Session, Turn } from '@skill-state/agent'
import { placeOf } from './auditor.ts'
import { oneOf } from './choices.ts'
import type { Desk } from './desk.ts'

/** What a caller asked for, and what came of it. */
export interface Command {
  readonly name: string
  /** The text that was sent under a new id, or none. */
  readonly text?: string | undefined
  readonly isStop?: boolean | undefined
  readonly answer?: { readonly place: string; readonly result: string } | undefined
  readonly ended: Promise<Turn<unknown> | undefined>
}

interface Looked {
  readonly step: number
  readonly call?: number | undefined
  readonly tool: string
  readonly input: { readonly id: number }
}

export type Kind = 'send' | 'approve' | 'deny' | 'answer' | 'stop' | 'resume'

/** Somebody at a session: looks at what waits, and may act on what they saw a while ago. */
export class Caller {
  readonly #desk: Desk
  #approval: Looked | undefined
  #call: Looked | undefined
  readonly #sent: { readonly text: string; readonly id: string }[] = []
  readonly #aborts: AbortController[] = []

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** What the caller does next. */
  act(session: Session<unknown>, kind: Kind = this.#kind()): Command {
    const looks = this.#pick(4) < 3
    if (looks) this.look(session)
    switch (kind) {
      case 'send':
        return this.#send(session)
      case 'approve':
        return this.#approve(session)
      case 'deny': {
        const looked = this.#approval ?? nothing
        const name = `denies ${looked.tool} of step ${placeOf(looked.step, looked.call)}`
        return command(name, session.deny({ ...this.#named(looked), reason: 'No.' }))
      }
      case 'answer':
        return this.#answer(session)
      case 'stop':
        return { name: 'stops', isStop: true, ended: session.stop().then(() => undefined) }
      case 'resume':
        return command('resumes', session.resume())
    }
  }

  /** In a small world callers do no more than they are told. */
  #pick(size: number): number {
    return this.#desk.isSmall ? 0 : this.#desk.world.choices.pick(size)
  }

  /** Sees what waits now, and of several one. */
  look({ approvals, requests }: Session<unknown>): void {
    const one = (calls: readonly unknown[]): Looked | undefined => calls[this.#pick(calls.length)] as never
    this.#approval = approvals.length > 0 ? one(approvals) : this.#approval
    this.#call = requests.length > 0 ? one(requests) : this.#call
  }

  /** The call that was looked at, as a command names it. */
  #named({ step, call }: Looked): Pick<Looked, 'step' | 'call'> {
    return this.#pick(5) === 4 ? { step } : { step, call }
  }

  /** Stops the turn of something that was sent before. */
  abort(): void {
    this.#aborts.shift()?.abort(new Error('the caller has left'))
  }

  get mayAbort(): boolean {
    return this.#aborts.length > 0
  }

  #kind(): Kind {
    return oneOf(this.#desk.world.choices, [
      [6, 'send'],
      [this.#approval ? 6 : 1, 'approve'],
      [this.#approval ? 2 : 1, 'deny'],
      [this.#call ? 5 : 1, 'answer'],
      [2, 'stop'],
      [1, 'resume'],
    ] as const)
  }

  #send(session: Session<unknown>): Command {
    const old = this.#sent[this.#pick(this.#sent.length + 1) - 1]
    if (old !== undefined && this.#pick(2) === 1)
      return command(`sends ${old.id} again`, session.send(old.text, { id: old.id }))
    const name = `m${this.#desk.next()}`
    const text = this.#pick(8) === 7 ? `${name} ${'long '.repeat(450)}` : `${name} is it.`
    const id = this.#pick(3) === 2 ? undefined : name
    if (id !== undefined) this.#sent.push({ text, id })
    const abort = this.#pick(6) === 5 ? new AbortController() : undefined
    if (abort) this.#aborts.push(abort)
    return { ...command(`sends ${name}`, session.send(text, { id, signal: abort?.signal })), text }
  }

  #approve(session: Session<unknown>): Command {
    const looked = this.#approval ?? nothing
    const { tool, input } = looked
    const edited = this.#pick(4) === 3 ? { id: 10_000 + this.#desk.next() } : undefined
    const { id } = edited ?? input
    const place = placeOf(looked.step, looked.call)
    if (this.#approval) this.#desk.allowed.push({ place, tool, id })
    const turn = session.approve({ ...this.#named(looked), input: edited })
    return command(`approves ${tool} ${id} of step ${place}`, turn)
  }

  #answer(session: Session<unknown>): Command {
    const looked = this.#call ?? nothing
    const place = placeOf(looked.step, looked.call)
    const result = `r${place}. from outside`
    const how = HOW[this.#pick(HOW.length)]
    const turn = session.answer({ ...this.#named(looked), result, ...how })
    return { ...command(`answers step ${place}`, turn), answer: { place, result } }
  }
}

/** How a call is answered. */
const HOW = [{}, {}, {}, {}, { failed: true }, { denied: true }, { final: true }]

const nothing: Looked = { step: 1_000_000, tool: 'nothing', input: { id: 0 } }

function command(name: string, { turn }: ReturnType<Session<unknown>['send']>): Command {
  return { name, ended: turn as Promise<Turn<unknown>> }
}
