/** A value that can be told from ordinary words: it has a digit or an at sign, as numbers, dates and addresses have. */
const VALUE = /[A-Za-z0-9](?:[\w@.+:/-]{0,60}\w)?/g
/** Most UTF-16 units of each text that are read, and most values that are told. */
const MOST_CHARS = 4_000
const MOST_VALUES = 8

/** What a message says that it has kept something. */
const CLAIM =
  /\b(?:noted|recorded|saved|stored|remember(?:ed)?|memori[sz]ed|written (?:it )?down|made a note|on file|updated|added)\b/i

/**
 * Values of a reply that will be forgotten: the user gave them, or the reply says that it keeps something, and neither the
 * state nor a call of the turn has them. Says too little rather than too much: ordinary words are no values.
 */
export function notNoted(reply: string, message: string | undefined, kept: () => string): readonly string[] {
  const claims = CLAIM.test(reply.slice(0, MOST_CHARS))
  const given = new Set(valuesIn(message ?? ''))
  const said = valuesIn(reply).filter((value) => claims || given.has(value))
  if (said.length === 0) return []
  const all = kept().toLowerCase()
  const lost = said.filter((value) => !all.includes(value))
  return [...new Set(lost)].slice(0, MOST_VALUES)
}

function valuesIn(text: string): readonly string[] {
  const found = text.slice(0, MOST_CHARS).toLowerCase().match(VALUE) ?? []
  return found.filter((word) => (word.length >= 3 && /\d/.test(word)) || /\w@\w/.test(word))
}
