import { appendFileSync, existsSync } from 'node:fs'
import { NotRecorded, readRegularFile, writeWhole } from '@skill-state/eval'
import { reasonOf } from '@skill-state/protocol'
import {
  addCharges,
  type Charge,
  type Limits,
  Meter,
  NO_CHARGE,
  type Reservation,
  type Spending,
} from '@skill-state/protocol/meter'
import { z } from 'zod'

/** The file of what the calls of a command used, in the folder of its run or runs. */
export const SPENDING_FILE = 'spending.jsonl'

/**
 * The limits of a run that is played in this process. What a call could use is on file before it is sent, so that a call
 * which a kill cuts off counts as the most, also for the next command.
 */
export class RunMeter implements Spending {
  #meter = new Meter()
  #file: string | undefined
  #calls = 0

  get spent(): Charge {
    return this.#meter.spent
  }

  /** Sets the limits. What is spent of them is what the traces or the file say, whichever is more. */
  begin(limits: Limits, inTraces: Charge, file: string): void {
    const onFile = spentOnFile(file)
    const spent = eachPart((part) => Math.max(inTraces[part] ?? 0, onFile[part] ?? 0))
    this.#meter = new Meter(limits, { spent })
    if (Object.keys(limits).length > 0 || existsSync(file)) this.#file = file
  }

  /** Throws `LimitReached`, and `NotRecorded` if the file cannot be written. */
  async reserve(most: Charge): Promise<Reservation> {
    const held = await this.#meter.reserve(most)
    const file = this.#file
    if (file === undefined) return held
    this.#calls += 1
    const id = this.#calls
    try {
      if (id === 1) writeWhole(file, lineOf(0, this.spent))
      appendFileSync(file, lineOf(id, most))
    } catch (cause) {
      held.settle(NO_CHARGE)
      throw new NotRecorded(file, reasonOf(cause), { cause })
    }
    let isOpen = true
    return {
      settle: (used = most) => {
        if (!isOpen) return
        isOpen = false
        held.settle(used)
        try {
          appendFileSync(file, lineOf(id, used))
        } catch {} // then it counts as the most
      },
    }
  }
}

type Parts = typeof NO_CHARGE

const PARTS = Object.keys(NO_CHARGE) as readonly (keyof Parts)[]

function eachPart<Value>(of: (part: keyof Parts) => Value): Record<keyof Parts, Value> {
  return Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<keyof Parts, Value>
}

/** Without a limit of cost, prices may be unknown. */
function lineOf(id: number, charge: Charge): string {
  return `${JSON.stringify({ id, ...eachPart((part) => known(charge[part] ?? 0)) })}\n`
}

const known = (amount: number): number => (Number.isFinite(amount) ? amount : 0)

const amount = z.number().nonnegative()
const schema = z.strictObject({ id: amount, ...eachPart(() => amount) })

/** What the calls on file used: the last line of a call counts. A line that was cut off is of a call that was not sent. */
export function spentOnFile(file: string): Charge {
  const calls = new Map<number, Charge>()
  for (const line of existsSync(file) ? readRegularFile(file).split('\n') : []) {
    const call = parseLine(line)
    if (call !== undefined) calls.set(call.id, call)
  }
  return [...calls.values()].reduce(addCharges, NO_CHARGE)
}

function parseLine(line: string): z.infer<typeof schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
