import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { pick } from '../noise/random.ts'
import { type Line, type Lines, lines } from '../shared/lines.ts'

/** What happens in one step at the information desk. Only an enquiry needs a fact that its event does not tell. */
export type RetractionEvent =
  | { readonly kind: 'announcement'; readonly train: string; readonly platform: string }
  | Correction
  | Enquiry
  | { readonly kind: 'departure'; readonly train: string }

/** Tells a train's platform anew, which platform was wrong, how that one had been told, and what went wrong. */
interface Correction {
  readonly kind: 'correction'
  readonly train: string
  readonly platform: string
  readonly wrong: string
  readonly told: 'announced' | 'corrected'
  readonly reason: string
}

interface Enquiry {
  readonly kind: 'enquiry'
  readonly train: string
  readonly platform: string
  /** Other platforms that were told for the train before. */
  readonly stale: readonly string[]
  /** How often the train's platform has been corrected so far. */
  readonly corrections: number
}

export interface RetractionEventOptions {
  readonly seed: number
  readonly horizon: number
}

export const MAX_TRAINS = 6

export const MAX_CORRECTIONS = 2

/** Platforms are `platform_1` to `platform_99`: too many for a guess, or for the few results that an agent can choose between. */
const platforms = 99

/** What can have gone wrong with a platform that was told. None depends on which platform it was. */
const reasons: readonly string[] = [
  'The announcer read the line of another train.',
  'The notice was copied from the timetable of last week.',
  'The signal box had mixed up two trains.',
  'The digits were misheard on the telephone.',
]

interface Train {
  readonly name: string
  platform: string
  readonly told: string[]
  /** How many corrections are still to come: 0 for a fact that is right from the start. */
  planned: number
  /** Whether somebody asked since the platform was last told: only then may the train leave. */
  asked: boolean
}

/** How often each kind is drawn, if it is possible. */
const weights = { announcement: 2, correction: 3, enquiry: 4, departure: 2 } as const
type Kind = keyof typeof weights

/**
 * The first event announces a train, the last is an enquiry; between them a kind is drawn by weight, then a train. Each
 * is corrected never, once or twice. A train leaves only while six are known, after its last correction and an enquiry:
 * so facts stay long, and what must be carried stays small.
 */
export function generateRetractionEvents(options: RetractionEventOptions): readonly RetractionEvent[] {
  const { seed, horizon } = options
  const random = mersenne(seed)
  const trains: Train[] = []
  const events: RetractionEvent[] = []
  let announced = 0
  while (events.length < horizon) {
    const kind = events.length === horizon - 1 ? 'enquiry' : drawKind(random, trains)
    if (kind === 'announcement') {
      announced += 1
      const train = createTrain(random, `train_${announced}`)
      trains.push(train)
      events.push({ kind, train: train.name, platform: train.platform })
      continue
    }
    const train = pick(random, candidates(kind, trains))
    if (kind === 'correction') events.push(correct(random, train))
    else if (kind === 'enquiry') events.push(enquire(train))
    else {
      trains.splice(trains.indexOf(train), 1)
      events.push({ kind, train: train.name })
    }
  }
  return events
}

function drawKind(random: RandomGenerator, trains: readonly Train[]): Kind {
  if (trains.length === 0) return 'announcement'
  const kinds = (Object.keys(weights) as Kind[]).filter((kind) => isPossible(kind, trains))
  return pick(
    random,
    kinds.flatMap((kind) => Array<Kind>(weights[kind]).fill(kind)),
  )
}

function isPossible(kind: Kind, trains: readonly Train[]): boolean {
  if (kind === 'announcement') return trains.length < MAX_TRAINS
  return candidates(kind, trains).length > 0
}

function candidates(kind: Exclude<Kind, 'announcement'>, trains: readonly Train[]): readonly Train[] {
  if (kind === 'enquiry') return trains
  if (kind === 'correction') return trains.filter(({ planned }) => planned > 0)
  return trains.length < MAX_TRAINS ? [] : trains.filter(({ planned, asked }) => planned === 0 && asked)
}

function createTrain(random: RandomGenerator, name: string): Train {
  const platform = `platform_${uniformInt(random, 1, platforms)}`
  const planned = uniformInt(random, 0, MAX_CORRECTIONS)
  return { name, platform, told: [platform], planned, asked: false }
}

/** Any other platform: the second correction may restore what the first one withdrew. */
function correct(random: RandomGenerator, train: Train): Correction {
  const wrong = train.platform
  const told = train.told.length === 1 ? 'announced' : 'corrected'
  const others = Array.from({ length: platforms }, (_, index) => `platform_${index + 1}`)
  const platform = pick(
    random,
    others.filter((other) => other !== wrong),
  )
  train.platform = platform
  train.told.push(platform)
  train.planned -= 1
  train.asked = false
  return { kind: 'correction', train: train.name, platform, wrong, told, reason: pick(random, reasons) }
}

function enquire(train: Train): Enquiry {
  const { name, platform, told } = train
  train.asked = true
  const stale = [...new Set(told)].filter((other) => other !== platform)
  return { kind: 'enquiry', train: name, platform, stale, corrections: told.length - 1 }
}

const actions = {
  Post: 'Post {train} {platform}',
  Direct: 'Direct {train} {platform}',
  Clear: 'Clear {train}',
  Wait: 'Wait',
} as const
const parts = {
  train: 'train_[1-9][0-9]{0,8}',
  platform: 'platform_[1-9][0-9]{0,8}',
  wrong: 'platform_\\d+',
  told: 'announced|corrected',
  reason: '.*',
} as const

export const commands: Lines<Line<typeof actions, typeof parts>> = lines(actions, parts)

const shown = {
  announcement: '{train} leaves from {platform}.',
  correction: 'Correction: {train} leaves from {platform}, not from {wrong} as {told} before. {reason}',
  enquiry: 'A passenger asks for {train}.',
  departure: '{train} has left.',
} as const

/** The lines of events. A platform is in those that announce or correct it and nowhere else. */
export const eventLines: Lines<Line<typeof shown, typeof parts>> = lines(shown, parts)
