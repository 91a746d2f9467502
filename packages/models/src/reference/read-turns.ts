import type { Turn } from '@skill-state/protocol'

const opening = 'Observation: '

/**
 * Reads turns of `Observation: …`, then the response under its own label, each to the character: the line
 * break that ends a turn is no part of it. One pass over the text.
 */
export function readTurns(body: string, responseLabel: string): readonly Turn[] {
  const turns: Turn[] = []
  const nextTurn = `\n${opening}`
  const nextResponse = `\n${responseLabel}`
  let start = body.indexOf(opening)
  while (start !== -1) {
    const observation = start + opening.length
    const label = body.indexOf(nextResponse, observation)
    if (label === -1) break
    const response = label + nextResponse.length
    const next = body.indexOf(nextTurn, response)
    const end = next === -1 ? body.length - (body.endsWith('\n') ? 1 : 0) : next
    turns.push({ observation: body.slice(observation, label), response: body.slice(response, end) })
    start = next === -1 ? -1 : next + 1
  }
  return turns
}
