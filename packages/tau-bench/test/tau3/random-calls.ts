import { type PythonValue, parsePythonJson } from '../../src/python/index.ts'
import { discoverableTools } from '../../src/tau3/tools/index.ts'
import type { Tau3Domain } from '../../src/tau3/world.ts'

/** A generator of numbers below 1 that a seed gives. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const odd = [
  'null',
  'true',
  '-1',
  '2.5',
  '""',
  '"x"',
  '[]',
  '[{}]',
  '{}',
  '{"a": 1}',
  '"1e400"',
  'NaN',
  '"\\ud83d"',
  '"a\\"b"',
]

/**
 * Makes random calls from the schemas of a domain's tools, of which some values come from the ground truth. Gives what
 * went wrong: what was thrown, and answers that are no text.
 */
export function randomCalls(domain: Tau3Domain, count: number, seed = 1): string[] {
  const random = randomNumbers(seed)
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  const actions = domain.tasks.flatMap((task) => task.actions)
  const known = actions.flatMap((action) => [...action.arguments.values()])
  const value = (): PythonValue =>
    random() < 0.6 && known.length > 0 ? pick(known) : parsePythonJson(pick(odd))
  const shown = [...domain.tools, ...domain.userTools(pick(domain.tasks))].map(
    ({ function: { name, parameters } }) => ({
      name,
      parameters: Object.keys(Object(parameters.properties)),
    }),
  )
  const hidden = domain.name === 'banking_knowledge' ? [...discoverableTools.assistant.values()] : []
  const tools = [...shown, ...hidden]
  const wrong: string[] = []
  let world = domain.open(pick(domain.tasks))
  for (let index = 0; index < count; index++) {
    if (index % 25 === 0) world = domain.open(pick(domain.tasks))
    const action = random() < 0.3 && actions.length > 0 ? pick(actions) : undefined
    const tool = pick(tools)
    const names = action ? [...action.arguments.keys()] : tool.parameters
    const kwargs = new Map<string, PythonValue>(
      names
        .filter(() => random() < 0.95)
        .map((name) => [name, action && random() < 0.8 ? (action.arguments.get(name) ?? null) : value()]),
    )
    const name = action?.name ?? tool.name
    try {
      const { content, error } = world.call(random() < 0.9 ? 'assistant' : 'user', name, kwargs)
      if (typeof content !== 'string' || typeof error !== 'boolean') wrong.push(`${name}: no answer`)
      if (error && !content.startsWith('Error: ')) wrong.push(`${name}: ${content}`)
    } catch (cause) {
      wrong.push(`${name}: ${String(cause)}`)
    }
  }
  return wrong
}
