import { createHash } from 'node:crypto'
import { parseAst } from 'rolldown/parseAst'

/** One fault in one place of a source. */
export interface Mutant {
  /** From the root of the repository. */
  readonly file: string
  readonly line: number
  /** The code that is replaced, and what stands in its place. */
  readonly from: string
  readonly to: string
  /** Where `from` begins in the file, in UTF-16 units. */
  readonly at: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** What takes the place of a node: a text, of the code between two places. */
interface Change {
  readonly start: number
  readonly end: number
  readonly to: string
}

/** All single faults of a source that are tried, in the order of the source. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const program = parseAst(source, { lang: 'ts' }, file) as unknown as Node
  const changes = [...nodesIn(program)].flatMap((node) => [...changesOf(node, source)])
  return changes
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, to }) => ({
      file,
      line: source.slice(0, start).split('\n').length,
      from: source.slice(start, end),
      to,
      at: start,
    }))
}

export function mutated(source: string, { at, from, to }: Mutant): string {
  return source.slice(0, at) + to + source.slice(at + from.length)
}

/** A part of them that a seed decides on, and that an edit elsewhere does not change. */
export function sampleOf(mutants: readonly Mutant[], seed: number, most: number): readonly Mutant[] {
  const alike = new Map<string, number>()
  const rank = ({ file, from, to }: Mutant): string => {
    const fault = JSON.stringify([seed, file, from, to])
    const earlier = alike.get(fault) ?? 0
    alike.set(fault, earlier + 1)
    return createHash('sha256').update(`${fault}${earlier}`).digest('hex')
  }
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, most)
    .map(({ mutant }) => mutant)
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
  else if (isNode(value) && !/^TS(?!As|NonNull|Satisfies)|^Import/.test(value.type)) {
    yield value
    for (const [key, part] of Object.entries(value)) if (key !== 'type') yield* nodesIn(part)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+=': '-=',
  '-=': '+=',
  '&&': '||',
  '||': '&&',
}

const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  find: 'findLast',
  findLast: 'find',
  push: 'unshift',
}

function* changesOf(node: Node, source: string): Generator<Change> {
  const { start, end } = node
  const textOf = (part: unknown): string => {
    const { start, end } = part as Node
    return source.slice(start, end)
  }
  const whole = (to: string): Change => ({ start, end, to })
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      for (const to of ['true', 'false']) yield { ...placeOf(node.test), to }
      break
    case 'LogicalExpression':
      if (node.operator === '??') yield whole(textOf(node.left))
      else yield operatorOf(node, source)
      break
    case 'BinaryExpression':
    case 'AssignmentExpression':
      if (Object.hasOwn(OPERATORS, String(node.operator))) yield operatorOf(node, source)
      break
    case 'AwaitExpression':
      yield whole(textOf(node.argument))
      break
    case 'ExpressionStatement':
      if (node.directive == null) yield whole(';')
      break
    case 'Literal':
      if (typeof node.value === 'number') yield whole(String(node.value + 1))
      if (typeof node.value === 'boolean') yield whole(String(!node.value))
      break
    case 'ObjectExpression':
      for (const part of node.properties as readonly Node[]) yield without(part, source)
      break
    case 'CallExpression':
      yield* otherMethod(node, source)
      break
  }
}

const placeOf = (part: unknown): { start: number; end: number } => {
  const { start, end } = part as Node
  return { start, end }
}

function operatorOf({ left, operator }: Node, source: string): Change {
  const start = source.indexOf(String(operator), (left as Node).end)
  return { start, end: start + String(operator).length, to: OPERATORS[String(operator)] ?? '' }
}

function without({ start, end }: Node, source: string): Change {
  const comma = /^\s*,/.exec(source.slice(end))?.[0] ?? ''
  return { start, end: end + comma.length, to: '' }
}

/** `slice(-50)` becomes `slice(0, 50)`: the first ones in place of the last. */
function* otherMethod({ callee, arguments: given }: Node, source: string): Generator<Change> {
  const { type, property } = callee as Node & { readonly property?: Node }
  if (type !== 'MemberExpression' || property === undefined) return
  const name = source.slice(property.start, property.end)
  const [first, ...more] = (given as readonly Node[]).map(({ start, end }) => source.slice(start, end))
  if (Object.hasOwn(METHODS, name)) yield { ...placeOf(property), to: METHODS[name] ?? '' }
  if (!first?.startsWith('-') || more.length > 0) return
  const place = placeOf((given as readonly Node[])[0])
  if (name === 'slice') yield { ...place, to: `0, ${first.slice(1)}` }
  if (name === 'at') yield { ...place, to: '0' }
}
