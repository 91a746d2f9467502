import { type Random, randomStream } from '../noise/random.ts'
import { LETTERS } from '../warehouse-2/events.ts'

export const CASES = ['late', 'trajectory', 'structure', 'drift', 'paraphrase', 'misread'] as const
export type Case = (typeof CASES)[number]

export interface LookbackEvent {
  readonly line: string
  readonly isQuestion: boolean
  readonly answer: string
}

export const COLOURS = [
  'red',
  'blue',
  'green',
  'white',
  'black',
  'brown',
  'grey',
  'pink',
  'gold',
  'teal',
] as const
/** What a state says of a parcel without a colour. */
export const UNKNOWN = 'unknown'
export const SHADES = [
  'fox',
  'dusk',
  'moss',
  'chalk',
  'coal',
  'bark',
  'ash',
  'rose',
  'corn',
  'lagoon',
] as const
const TOWNS = ['Ulm', 'Bonn', 'Kiel', 'Jena', 'Gera', 'Hof', 'Lahr', 'Melle', 'Soest', 'Varel'] as const
const KEYS = 'town owner gate seal grade shift lane stamp crew dock line rank route sender tier zone'.split(
  ' ',
)

/** Of each parcel so many attributes beside its colour are told: far more than colours of twelve parcels can stand for. */
const DETAILS = 8
/** Of a bay: one says more than the colours of twelve parcels can. */
const BAY_LETTERS = 12

/** Parcels that come, by kind: of few, each is read several times. */
export const parcelsOf = (kind: Case): string[] =>
  Array.from({ length: kind === 'misread' ? 6 : 12 }, (_, at) => `parcel_${at + 1}`)

/** A scanner reads a label wrongly in three of ten times. */
const MISREAD = 0.3

interface Parcel {
  readonly name: string
  colour: string
  readonly details: ReadonlyMap<string, string>
}

/** The events of one episode. In its second half the questions are about what the first half did not ask for. */
export function lookbackEvents(seed: number, horizon: number, kind: Case): readonly LookbackEvent[] {
  const random = randomStream(seed, `lookback ${kind}`)
  const names = parcelsOf(kind)
  const parcels: Parcel[] = []
  const events: LookbackEvent[] = []
  const meaning = randomStream(seed, 'lookback meanings')
  const meanings = new Map<string, string>(SHADES.map((shade) => [shade, meaning.pick(COLOURS)]))
  const answer = (line: string, text: string): LookbackEvent => ({
    line,
    isQuestion: true,
    answer: `Answer ${text}`,
  })
  const told = (line: string): LookbackEvent => ({ line, isQuestion: false, answer: 'Note' })

  function arrival(): LookbackEvent {
    const name = names[parcels.length] ?? ''
    const parcel: Parcel = { name, colour: random.pick(COLOURS), details: detailsOf(kind, random) }
    parcels.push(parcel)
    if (kind === 'misread') return scan(parcel)
    if (kind === 'trajectory') {
      const bay = Array.from({ length: BAY_LETTERS }, () => random.pick(LETTERS)).join('')
      return { line: `Put ${name} on ${bay}.`, isQuestion: false, answer: `Put ${name} ${bay}` }
    }
    const facts = [...parcel.details].map(([key, value]) => `${key} ${value}`)
    const seen = kind === 'paraphrase' ? facts : [`colour ${parcel.colour}`, ...facts]
    return told(`${name} arrives: ${seen.join(', ')}.`)
  }

  function scan({ name, colour }: Parcel): LookbackEvent {
    const read = random.integer(1, 100) <= MISREAD * 100 ? random.pick(COLOURS) : colour
    return told(`The scanner reads ${name}: colour ${read}.`)
  }

  function question(isLate: boolean): LookbackEvent {
    const { name, colour, details } = random.pick(parcels)
    if (kind === 'trajectory') {
      const put = [...events.keys()].filter(
        (at) => events[at]?.isQuestion === false && at < events.length - 1,
      )
      const at = random.pick(put)
      const [, , bay = ''] = String(events[at]?.answer).split(' ')
      return answer(`A clerk asks where you put a parcel ${events.length - at} steps ago.`, bay)
    }
    if (isLate && details.size > 0) {
      const [key, value] = random.pick([...details])
      return answer(`A clerk asks for the ${key} of ${name}.`, meanings.get(value) ?? value)
    }
    return answer(`A clerk asks for the colour of ${name}.`, colour)
  }

  function drift(): void {
    const parcel = random.pick(parcels)
    if (random.integer(1, 10) === 1) parcel.colour = random.pick(COLOURS)
  }

  for (let step = 0; step < horizon; step += 1) {
    const isLate = step >= horizon / 2
    const isSilent = (kind === 'paraphrase' && !isLate) || parcels.length < 2
    if (kind === 'paraphrase' && step === Math.ceil(horizon / 2)) {
      const said = [...meanings].map(([shade, colour]) => `${shade} means ${colour}`)
      events.push(told(`The foreman explains: ${said.join(', ')}.`))
    } else if (!isLate && parcels.length < names.length && (isSilent || random.integer(0, 1) === 0))
      events.push(arrival())
    else if (isSilent) events.push(told('Nothing happens.'))
    else if (kind === 'misread' && (!isLate || random.integer(0, 1) === 0))
      events.push(scan(random.pick(parcels)))
    else {
      if (kind === 'drift') drift()
      events.push(question(isLate))
    }
  }
  return events
}

/** What is told of a parcel beside its colour: always the same attributes, other ones of each parcel, or marks in other words. */
function detailsOf(kind: Case, random: Random): ReadonlyMap<string, string> {
  if (kind !== 'late' && kind !== 'structure' && kind !== 'paraphrase') return new Map()
  const left = [...KEYS]
  return new Map(
    Array.from({ length: DETAILS }, (_, at): [string, string] => {
      if (kind === 'paraphrase') return [`mark${at + 1}`, random.pick(SHADES)]
      const key = kind === 'late' ? (KEYS[at] ?? '') : random.pick(left)
      left.splice(left.indexOf(key), 1)
      return [key, random.pick(TOWNS)]
    }),
  )
}
