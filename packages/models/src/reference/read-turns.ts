import type { Turn } from '@skill-state/protocol'

const opening = 'Observation: '

/** Reads turns of `Observation: …`, then the response under its own label. One pass over the text. */
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
    const end = body.indexOf(nextTurn, response)
    turns.push({
      observation: body.slice(observation, label),
      response: (end === -1 ? body.slice(response) : body.slice(response, end)).trimEnd(),
    })
    start = end === -1 ? -1 : end + 1
  }
  return turns
}
