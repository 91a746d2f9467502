import { randomStream } from '../noise/random.ts'

/** What makes a state too little: see `lookbackBenchmark`. */
export const CASES = ['late', 'trajectory', 'structure', 'drift', 'paraphrase', 'misread'] as const
export type Case = (typeof CASES)[number]

/** One step: its line, and what answers it. `back` asks for the action of so many steps before. */
export interface LookbackEvent {
  readonly line: string
  readonly isQuestion: boolean
  readonly answer: string | { readonly back: number }
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
const SHADES = ['fox', 'dusk', 'moss', 'chalk', 'coal', 'bark', 'ash', 'rose', 'corn', 'lagoon'] as const
const TOWNS = ['Ulm', 'Bonn', 'Kiel', 'Jena', 'Gera', 'Hof', 'Lahr', 'Melle', 'Soest', 'Varel'] as const
const KEYS = ['owner', 'gate', 'seal', 'grade', 'shift', 'lane', 'stamp', 'crew'] as const

const PARCELS = 12
/** Fewer, each read several times. */
const SCANNED = 6
/** A scanner reads a label wrongly in three of ten times. */
const MISREAD = 0.3

interface Parcel {
  readonly name: string
  readonly town: string
  colour: string
  readonly details: Map<string, string>
}

/** The events of one episode. In its second half the questions are about what the first half did not ask for. */
export function lookbackEvents(seed: number, horizon: number, kind: Case): readonly LookbackEvent[] {
  const random = randomStream(seed, `lookback ${kind}`)
  const parcels: Parcel[] = []
  const events: LookbackEvent[] = []
  const limit = kind === 'misread' ? SCANNED : PARCELS
  const shadeOf = (colour: string): string => SHADES[COLOURS.indexOf(colour as 'red')] ?? ''
  const answer = (line: string, text: string): LookbackEvent => ({
    line,
    isQuestion: true,
    answer: `Answer ${text}`,
  })
  const told = (line: string): LookbackEvent => ({ line, isQuestion: false, answer: 'Note' })

  function arrival(): LookbackEvent {
    const parcel: Parcel = {
      name: `parcel_${parcels.length + 1}`,
      town: random.pick(TOWNS),
      colour: random.pick(COLOURS),
      details: new Map(),
    }
    parcels.push(parcel)
    const { name, town, colour } = parcel
    if (kind === 'paraphrase') return told(`${name} arrives: shade ${shadeOf(colour)}.`)
    if (kind === 'misread') return scan(parcel)
    if (kind === 'trajectory')
      return { line: `${name} arrives.`, isQuestion: false, answer: `Shelve ${name}` }
    if (kind !== 'structure') return told(`${name} arrives: colour ${colour}, town ${town}.`)
    for (const key of [random.pick(KEYS), random.pick(KEYS)]) parcel.details.set(key, random.pick(TOWNS))
    const details = [...parcel.details].map(([key, value]) => `, ${key} ${value}`)
    return told(`${name} arrives: colour ${colour}${details.join('')}.`)
  }

  function scan({ name, colour }: Parcel): LookbackEvent {
    const read = random.integer(1, 100) <= MISREAD * 100 ? random.pick(COLOURS) : colour
    return told(`The scanner reads ${name}: colour ${read}.`)
  }

  function question(isLate: boolean): LookbackEvent {
    const parcel = random.pick(parcels)
    const { name, town, colour, details } = parcel
    if (kind === 'trajectory') {
      const back = random.integer(2, Math.min(events.length, 20))
      return { line: `A clerk asks what you did ${back} steps ago.`, isQuestion: true, answer: { back } }
    }
    if (kind === 'structure' && isLate) {
      const [key, value] = random.pick([...details])
      return answer(`A clerk asks for the ${key} of ${name}.`, value)
    }
    if (kind === 'late' && isLate) return answer(`A clerk asks for the town of ${name}.`, town)
    return answer(`A clerk asks for the colour of ${name}.`, colour)
  }

  /** Somebody paints a parcel; no event says so. */
  function drift(): void {
    const parcel = random.pick(parcels)
    if (random.integer(1, 10) === 1) parcel.colour = random.pick(COLOURS)
  }

  for (let step = 0; step < horizon; step += 1) {
    const isLate = step >= horizon / 2
    const isSilent = (kind === 'paraphrase' && !isLate) || parcels.length < 2
    if (kind === 'paraphrase' && step === Math.ceil(horizon / 2)) {
      const meanings = COLOURS.map((colour) => `${shadeOf(colour)} means ${colour}`)
      events.push(told(`The foreman explains: ${meanings.join(', ')}.`))
    } else if (!isLate && parcels.length < limit && (isSilent || random.integer(0, 1) === 0))
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
