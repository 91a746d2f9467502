/** What a challenge needs. Only `offline` ones can be solved in the sandbox by a model that reads text. */
export type Status =
  | 'offline'
  | 'needs_network'
  | 'asset_absent'
  | 'needs_vision'
  | 'long_computation'
  | 'gold_wrong'

export interface Peculiarity {
  readonly status: Exclude<Status, 'offline'>
  readonly why: string
  /** For `asset_absent`: an asset that is too large for some copies of the data; if it is there, all is well. */
  readonly file?: string
}

const service = { status: 'needs_network', why: 'asks a remote service' } as const
const page = { status: 'needs_network', why: 'reads a remote web page' } as const
const picture = { status: 'needs_vision', why: 'the flag is in a picture' } as const

/** The official challenges that are not `offline`, by the number on picoCTF that ends the record's `source`. */
const peculiarities: Readonly<Record<string, Peculiarity>> = {
  137: { status: 'needs_network', why: 'its setup downloads the asset' }, // task 1
  170: { status: 'needs_network', why: 'its file is a link to the program' }, // task 7
  156: service, // task 9
  162: { status: 'long_computation', why: 'factors a number of 82 digits' }, // task 12
  175: { status: 'gold_wrong', why: 'the official flag lacks a backslash, so that the right one scores 0' }, // task 15
  18: page, // task 16
  34: service, // task 20
  242: service, // task 28
  243: service, // task 29
  250: { status: 'needs_network', why: 'asks to download its script' }, // task 35
  35: service, // task 39
  48: service, // task 41
  49: service, // task 42
  134: service, // task 43
  132: page, // task 54
  68: picture, // task 55
  31: picture, // task 56
  21: service, // task 57
  388: { status: 'needs_network', why: 'asks whois' }, // task 59
  105: service, // task 62
  113: needsFile('dds1-alpine.flag.img.gz'), // task 65
  301: service, // task 66
  87: needsFile('suspicious.dd.sda1'), // task 70
  125: service, // task 73
  257: service, // task 87
  252: service, // task 88
  293: service, // task 89
  127: service, // task 95
}

function needsFile(file: string): Peculiarity {
  return { status: 'asset_absent', why: `${file} is not in this copy of the data`, file }
}

/** What is peculiar about the challenge with this `source`; undefined if nothing is. */
export function peculiarityOf(source: string | undefined): Peculiarity | undefined {
  const number = /^https:\/\/play\.picoctf\.org\/practice\/challenge\/(\d+)$/.exec(source ?? '')?.[1]
  return number === undefined ? undefined : peculiarities[number]
}
