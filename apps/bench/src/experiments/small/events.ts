import { createHash } from 'node:crypto'

export const ROOMS = ['kitchen', 'garden', 'office', 'bathroom'] as const

/** Each a word that small models know. */
export const NAMES = [
  'Anna',
  'Ben',
  'Emma',
  'Dan',
  'Eva',
  'Jack',
  'Kate',
  'Leo',
  'Maria',
  'Nick',
  'Paul',
  'Sarah',
] as const

const MAX_QUESTIONS = 10

export type Places = Readonly<Record<string, string>>

/** What is told in one step, and what is asked, if anything is. */
export interface RoomsEvent {
  readonly told: readonly string[]
  readonly asked: string | undefined
  /** What holds after it. */
  readonly places: Places
}

/**
 * The events of an episode. The first tells where each person is, each other one moves somebody. Questions are spread
 * evenly, and are never about the person of the newest sentence: without a memory, each room is as likely as any other.
 */
export function drawRooms(seed: number, persons: number, horizon: number): readonly RoomsEvent[] {
  const pick = picker(seed)
  const names = NAMES.slice(0, persons)
  const questions = Math.min(horizon, MAX_QUESTIONS)
  const places: Record<string, string> = Object.fromEntries(names.map((name) => [name, pick(ROOMS)]))
  return Array.from({ length: horizon }, (_, step) => {
    const moved = step === 0 ? (names.at(-1) ?? '') : pick(names)
    if (step > 0) places[moved] = pick(ROOMS.filter((room) => room !== places[moved]))
    const told =
      step === 0
        ? names.map((name) => sentence(name, places[name]))
        : [`${sentence(moved, places[moved]).slice(0, -1)} now.`]
    const isAsked = Math.floor(((step + 1) * questions) / horizon) > Math.floor((step * questions) / horizon)
    const asked = isAsked ? pick(names.filter((name) => name !== moved)) : undefined
    return { told, asked, places: { ...places } }
  })
}

/** Picks by the seed alone, each time anew. */
function picker(seed: number): <T>(from: readonly T[]) => T {
  let drawn = 0
  return (from) => {
    drawn += 1
    const number = createHash('sha256').update(`rooms ${seed} ${drawn}`).digest().readUInt32BE()
    return from[number % from.length] as (typeof from)[number]
  }
}

export const sentence = (name: string, room: string | undefined): string => `${name} is in the ${room}.`

export function readSentence(text: string): { readonly name: string; readonly room: string } | undefined {
  const [, name, room] = /^(\w+) is in the (\w+)(?: now)?\.$/.exec(text) ?? []
  return name === undefined || room === undefined ? undefined : { name, room }
}

export const describeEvent = ({ told, asked }: Pick<RoomsEvent, 'told' | 'asked'>): string =>
  [...told, ...(asked === undefined ? [] : [question(asked)])].join('\n')

export const question = (name: string): string => `Where is ${name} now?`

/** The event that an observation tells. */
export function readEvent(observation: string): Pick<RoomsEvent, 'told' | 'asked'> {
  const lines = observation.split('\n')
  const asked = /^Where is (\w+) now\?$/.exec(lines.at(-1) ?? '')?.[1]
  return { told: lines.filter((line) => readSentence(line) !== undefined), asked }
}
