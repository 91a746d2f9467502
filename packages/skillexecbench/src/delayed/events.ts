import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { pick } from '../noise/random.ts'
import { type Line, type Lines, lines } from '../shared/lines.ts'

/** What happens in one step at the desk. Only a return needs a fact that its own event does not tell. */
export type DelayedEvent =
  | { readonly kind: 'deposit'; readonly guest: string; readonly tag: string }
  | { readonly kind: 'return'; readonly guest: string; readonly tag: string }
  | { readonly kind: 'errand'; readonly thing: string; readonly room: string }

export interface DelayedEventOptions {
  readonly seed: number
  readonly horizon: number
  readonly distance: number
}

/** Most bags in keeping at a time: the load is the same at every distance, so that only the distance differs. */
export const MAX_BAGS = 4

const things: readonly string[] = ['towels', 'water', 'coffee', 'pillows', 'soap', 'newspapers']

/** One free step in so many brings a bag, if there is room for one. */
const stepsPerDeposit = 4

/**
 * Step 0 brings a bag; later one step in 4 does, if fewer than four are kept and it comes back within the horizon,
 * `distance` steps later. All other steps are errands. Bags kept at the same time have different tags.
 */
export function generateDelayedEvents(options: DelayedEventOptions): readonly DelayedEvent[] {
  const { seed, horizon, distance } = options
  const random = mersenne(seed)
  const due = new Map<number, DelayedEvent & { kind: 'return' }>()
  const events: DelayedEvent[] = []
  let guests = 0
  for (let step = 0; step < horizon; step += 1) {
    const returned = due.get(step)
    if (returned !== undefined) {
      due.delete(step)
      events.push(returned)
    } else if (step + distance < horizon && due.size < MAX_BAGS && comes(random, step)) {
      guests += 1
      const bag = { guest: `guest_${guests}`, tag: drawTag(random, [...due.values()]) }
      due.set(step + distance, { kind: 'return', ...bag })
      events.push({ kind: 'deposit', ...bag })
    } else {
      events.push(drawErrand(random))
    }
  }
  return events
}

function comes(random: RandomGenerator, step: number): boolean {
  return step === 0 || uniformInt(random, 1, stepsPerDeposit) === 1
}

function drawTag(random: RandomGenerator, kept: readonly { readonly tag: string }[]): string {
  for (;;) {
    const tag = String(uniformInt(random, 1_000, 9_999))
    if (!kept.some((bag) => bag.tag === tag)) return tag
  }
}

function drawErrand(random: RandomGenerator): DelayedEvent {
  const thing = pick(random, things)
  return { kind: 'errand', thing, room: `room_${uniformInt(random, 1, 60)}` }
}

const actions = {
  Accept: 'Accept {guest}',
  Return: 'Return {guest} {tag}',
  Bring: 'Bring {thing} {room}',
  Wait: 'Wait',
} as const
const parts = {
  guest: 'guest_[1-9][0-9]{0,8}',
  tag: '[0-9]{1,9}',
  thing: '[a-z]{1,20}',
  room: 'room_[1-9][0-9]{0,8}',
} as const

export const commands: Lines<Line<typeof actions, typeof parts>> = lines(actions, parts)

const shown = {
  deposit: '{guest} hands in a bag under tag {tag}.',
  return: '{guest} comes for the bag.',
  errand: '{room} asks for {thing}.',
} as const

/** The lines of events. The tag is in the deposit's line and nowhere else. */
export const eventLines: Lines<Line<typeof shown, typeof parts>> = lines(shown, parts)
