import type { StoredRecord } from '@skill-state/core/journal'
import { honest } from '@skill-state/models'
import { SkillStateError } from '@skill-state/protocol'
import type { ApprovalRequest } from '../../src/events.ts'
import { type DeskOptions, desk, type Outside } from './desk.ts'
import { Judge, type Wish } from './judge.ts'
import { Random } from './random.ts'
import { type Style, WORDS } from './reader.ts'
import { type RemotePlace, RemoteTalk } from './remote-talk.ts'
import { type Call, Clock, phraseOf, Shop } from './shop.ts'
import { erring } from './slips.ts'
import { type Heard, Life, lastingStore, Talk, type Talking } from './talk.ts'
import { FIELDS } from './view.ts'

export interface WeekOptions {
  /** Messages of the customer, at least. Default 40. */
  readonly turns?: number | undefined
  /** Percent of the model's calls that go wrong. Default 6. */
  readonly slips?: number | undefined
  /** Whether processes die, at any record, call of the model or call of a tool. Default false. */
  readonly kills?: boolean | undefined
  /** Where the session is kept, by processes of its own. Default: in memory, and only a part of this process dies. */
  readonly remote?: RemotePlace | undefined
  /** Faults that the judge has to find, for tests of the judge. */
  readonly plant?: Plant | undefined
}

/** What is wrong in a week in one process. */
export interface Plant {
  readonly call?: (call: Call) => Call
  /** Changes the records before a process opens them. */
  readonly onOpen?: (records: StoredRecord[]) => void
  /** Whether a stop does not reach the agent. */
  readonly isDeaf?: boolean
  /** Parts of another desk. */
  readonly desk?: DeskOptions
}

type Place = 'model' | 'begun' | 'done'

/** Plays one customer's week at the desk. */
export async function playWeek(seed: number, options: WeekOptions = {}): Promise<Judge> {
  const customer = new Customer(seed, options)
  await customer.play()
  return customer.judge
}

class Customer {
  readonly judge = new Judge()
  readonly #random: Random
  readonly #turns: number
  readonly #kills: boolean
  readonly #plant: Plant
  readonly #mostBeats: number
  readonly #clock = new Clock()
  readonly #shop: Shop
  readonly #talk: Talking
  #slips: number
  #unavailable = 4
  /** Runs once, at the next thing of its kind. */
  #armed: { readonly place: Place; left: number; readonly fire: () => void } | undefined
  #next = 0

  constructor(seed: number, { turns = 40, slips = 6, kills = false, remote, plant = {} }: WeekOptions) {
    const random = new Random(seed)
    this.#random = random
    this.#turns = turns
    this.#slips = slips
    this.#kills = kills
    this.#plant = plant
    this.#mostBeats = remote ? 150 : 60
    this.#shop = new Shop(this.#clock, {
      onCall: (hasEffect) => {
        if (random.chance(this.#unavailable)) throw new Error('503: not available')
        if (hasEffect) this.#reach('begun')
      },
      onDone: () => this.#reach('done'),
    })
    const life = new Life()
    this.#talk = remote
      ? new RemoteTalk(
          () => this.#outside(life),
          (event) => this.judge.onUnsure(event),
          remote,
          new Random(seed + 1),
        )
      : new Talk((life) => desk(this.#outside(life), plant.desk), lastingStore(plant.onOpen))
  }

  async play(): Promise<void> {
    try {
      await this.#talk.open(this.#lifetime())
      while (this.judge.counts.messages < this.#turns) await this.#something()
      this.#slips = 0
      this.#unavailable = 0
      await this.#talk.open()
      const { end } = await this.#say('What is my phone?')
      if (end !== 'replied') this.judge.fault('unusable', end)
      this.judge.close(this.#talk.now, this.#shop.effects)
    } catch (error) {
      this.judge.fault('unusable', String(error))
    } finally {
      await this.#talk.close()
    }
  }

  /** What a process that lives as long as `life` depends on. */
  #outside(life: Life): Outside {
    const random = this.#random
    const style: Style = random.chance(50) ? 'early' : 'late'
    const reader = erring({
      random,
      style,
      slips: () => this.#slips,
      onPrompt: (prompt) => {
        this.judge.shown(prompt)
        this.#reach('model')
      },
      onSlip: (slip) => this.judge.slipped(slip),
    })
    const model = honest(reader, { words: WORDS })
    const { call = (call) => call } = this.#plant
    const callShop = call(this.#shop.call)
    return {
      answer: async (prompt, signal) => {
        life.beat()
        try {
          return (await model.generate({ prompt, signal })).text
        } catch (error) {
          if (isInvented(error)) this.judge.fault('made up', error.message)
          throw error
        }
      },
      call: async (tool, input, key) => {
        life.beat()
        const result = await callShop(tool, input, key)
        life.beat()
        return result
      },
      onEvent: (event) => this.judge.onEvent(event),
    }
  }

  #reach(place: Place): void {
    const armed = this.#armed
    if (armed?.place !== place) return
    armed.left -= 1
    if (armed.left > 0) return
    this.#armed = undefined
    armed.fire()
  }

  #lifetime(): number | undefined {
    return this.#kills ? 5 + this.#random.below(this.#mostBeats) : undefined
  }

  /** Says something, sees to approvals, and comes back after a death. */
  async #say(text: string): Promise<Heard> {
    this.judge.said(text)
    const id = `m${this.#next++}`
    const send = (): Promise<Heard> => this.#talk.say(text, id)
    const [first, second] = this.#random.chance(8) ? await Promise.all([send(), send()]) : [await send()]
    return await this.#heard(text, id, second !== undefined && first.reply === '' ? second : first)
  }

  async #heard(text: string, id: string, first: Heard): Promise<Heard> {
    let heard = first
    for (let more = 0; more < 8; more += 1) {
      if (heard.end === 'died') heard = await this.#afterDeath(text, id)
      else if (heard.end === 'waiting') heard = await this.#decided(heard)
      else if (heard.resumable) heard = await this.#talk.resume()
      else break
    }
    this.judge.ended(text, heard)
    return heard
  }

  async #afterDeath(text: string, id: string): Promise<Heard> {
    this.judge.counts.deaths += 1
    const wasStopped = this.#talk.wasStopped
    await this.#talk.open(this.#lifetime())
    // The person who stopped it was not told that it is stopped, and asks again.
    if (wasStopped) return await this.#talk.stopNow()
    if (!(await this.#talk.knows(id))) return await this.#talk.say(text, id)
    if (!this.#talk.now.idle) this.judge.goesOn()
    const heard = await this.#talk.resume()
    return heard.end === 'died' || !this.#talk.now.approval ? heard : { ...heard, end: 'waiting' }
  }

  /** Somebody looks at the call that waits, now and then with two clicks at once. */
  async #decided(heard: Heard): Promise<Heard> {
    const { approval } = this.#talk.now
    if (approval === undefined) return { ...heard, end: 'replied' }
    if (!this.#random.chance(20)) return await this.#decision(approval)
    const fact = `My phone is ph${200 + this.#next}.`
    this.judge.open.add(fact) // said while the call waits, and answered after it
    const { end } = await this.#talk.say(fact, `m${this.#next++}`)
    return end === 'waiting' ? await this.#decision(approval) : { ...heard, end }
  }

  async #decision({ step, tool, input }: ApprovalRequest): Promise<Heard> {
    if (this.#random.chance(25)) {
      for (const wish of this.judge.wishes.values())
        wish.denied ||= wish.confirmed && !this.#shop.has(wish.phrase)
      return await this.#talk.decide(step, false)
    }
    this.judge.approved.add(phraseOf(tool, input))
    if (this.#random.chance(80)) return await this.#talk.decide(step, true)
    const both = await Promise.all([this.#talk.decide(step, true), this.#talk.decide(step, true)])
    return both.find(({ end }) => end !== 'threw') ?? both[0]
  }

  async #something(): Promise<void> {
    const kind = this.#random.below(10)
    if (kind < 4) await this.#want()
    else if (kind < 6) await this.#tell()
    else if (kind < 7) await this.#recall()
    else if (kind < 8) await this.#say(`Is order ${this.#order()} late?`)
    else if (kind < 9) await this.#askAgain()
    else await this.#leave()
  }

  /** Leaves in the middle of an answer, and returns to another process. */
  async #leave(): Promise<void> {
    const text = `Is order ${this.#order()} late?`
    this.judge.said(text)
    const id = `m${this.#next++}`
    await this.#talk.sayAndLeave(text, id)
    await this.#talk.open(this.#lifetime())
    const isKnown = await this.#talk.knows(id)
    await this.#heard(text, id, isKnown ? await this.#talk.resume() : await this.#talk.say(text, id))
  }

  #order(): string {
    return `W${1_000 + this.#next++}`
  }

  #task(): string {
    const [number, kind] = [this.#next++, this.#random.below(5)]
    if (kind === 0) return `open a ticket about item${number}`
    if (kind === 1) return `subscribe me to list${number}`
    if (kind === 2) return `send order ${this.#order()} to Elm ${10 + this.#random.below(80)}`
    return `${kind === 3 ? 'refund' : 'cancel'} order ${this.#order()}`
  }

  async #tell(): Promise<void> {
    const field = this.#random.pick(FIELDS)
    const fact = `My ${field} is ${field.slice(0, 2)}${100 + this.#next}.`
    const more = this.#random.chance(40) ? ` Is order ${this.#order()} late?` : ''
    const { end } = await this.#say(fact + more)
    if (end !== 'replied' || this.#random.chance(10)) await this.#say(fact)
  }

  async #recall(): Promise<void> {
    const field = this.#random.pick(FIELDS)
    this.judge.recalled(field, await this.#say(`What is my ${field}?`))
  }

  async #askAgain(): Promise<void> {
    const wish = [...this.judge.wishes.values()].at(-1)
    if (wish === undefined) return
    const heard = await this.#say(`Did you ${wish.phrase}?`)
    this.judge.claimed(wish.phrase, this.#shop.has(wish.phrase), heard)
  }

  /** Asks for something until the agent offers it; then confirms, corrects, declines or stops. */
  async #want(): Promise<void> {
    const offered = await this.#offered(this.#task(), (phrase) => `Please ${phrase}.`)
    if (offered === undefined) return
    const wish = this.judge.wish(await this.#corrected(offered))
    if (this.#random.chance(15)) await this.#tell()
    if (this.#random.chance(8)) {
      wish.stopped = this.#clock.tick()
      await this.#say(`No, do not ${wish.phrase}.`)
    } else if (this.#random.chance(15)) await this.#stop(wish)
    else await this.#confirm(wish)
  }

  /** The phrase, if the agent asks for a confirmation of it at last. Without one it may never happen. */
  async #offered(phrase: string, ask: (phrase: string) => string): Promise<string | undefined> {
    for (let tries = 0; tries < 3; tries += 1) {
      const { reply } = await this.#say(ask(phrase))
      if (reply.includes(`Shall I ${phrase}?`)) return phrase
    }
    this.judge.wish(phrase).stopped = 0
    this.judge.counts['asked in vain'] += 1
    return undefined
  }

  /** Sometimes the customer meant another order: the first one must stay as it is. */
  async #corrected(phrase: string): Promise<string> {
    if (!phrase.includes('order') || !this.#random.chance(12)) return phrase
    const order = this.#order()
    const other = await this.#offered(phrase.replace(/W\d+/, order), () => `I meant order ${order}.`)
    if (other !== undefined) this.judge.wish(phrase).stopped = 0
    return other ?? phrase
  }

  async #confirm(wish: Wish): Promise<void> {
    wish.confirmed = true
    for (let tries = 0; tries < 4; tries += 1) {
      const { end, reply } = await this.#say(`Yes, please ${wish.phrase}.`)
      wish.clean ||= this.judge.slips.length === 0 && !/It does not work|I am not sure/.test(reply)
      if (wish.denied || reply.includes(`Done: ${wish.phrase}`) || end === 'finished') return
    }
  }

  /** Confirms, and calls it off in the middle. */
  async #stop(wish: Wish): Promise<void> {
    this.judge.counts.stops += 1
    const bySignal = this.#random.chance(50)
    const place = this.#random.pick(['model', 'model', 'begun', 'done'] as const)
    const onStopped = (): void => {
      wish.stopped ??= this.#clock.tick()
    }
    const fire = (): void => (this.#plant.isDeaf ? onStopped() : this.#talk.stop(bySignal, onStopped))
    this.#armed = { place, left: place === 'model' ? 1 + this.#random.below(2) : 1, fire }
    await this.#say(`Yes, please ${wish.phrase}.`)
    this.#armed = undefined
    if (wish.stopped === undefined) return // it was over before
    if (this.#random.chance(70)) await this.#say(`Stop, do not ${wish.phrase}.`)
    else await this.#tell()
  }
}

function isInvented(error: unknown): error is SkillStateError {
  return error instanceof SkillStateError && error.code === 'invented-value'
}
