import { type Instruction, matchesProgram, programOf } from './_match.ts'
import { type Expression, parseExpression, Unsupported } from './parse.ts'
import type { Run } from './run.ts'

/** Whether a text matches. Throws `TooMuchWork` if that takes more steps than the run has left. */
export type Pattern = (text: string, run: Run) => boolean

/** Steps of JavaScript's matcher that count as one step of judging. */
const PER_STEP = 25

/** Most steps that JavaScript's matcher may take on a text; else the expression is followed by our own. */
const MOST_NATIVE_STEPS = 4_000

/** Most parts of an expression that is followed by our own. */
const MOST_PARTS = 20_000

/**
 * Compiles the pattern of a schema, which reads as JavaScript reads it in Unicode mode. No text can make it slow: an
 * expression that may try many ways through a text is followed on all of them at once. Throws for what JavaScript
 * does not read, and for what has no such matcher: references to groups, looking behind, and groups with flags.
 */
export function compilePattern(source: string): Pattern {
  const native = new RegExp(source, 'u')
  const expression = parse(source)
  const { ways, degree } = costOf(expression)
  const anchored = isAnchored(expression)
  const size = sizeOf(expression, false)
  const power = degree + (anchored ? 0 : 1)
  const isLinear = power <= 1 && ways * size <= 200
  if (!isLinear && sizeOf(expression, true) > MOST_PARTS) throw refused(source, 'it is too large')
  let program: readonly Instruction[] | undefined
  return (text, run) => {
    const steps = ways * size * (text.length + 1) ** power
    if (!isLinear && !(steps <= MOST_NATIVE_STEPS)) {
      program ??= programOf(expression)
      return matchesProgram(program, text, anchored, run)
    }
    run.spend(isLinear ? (ways * text.length) / PER_STEP : steps / PER_STEP)
    return native.test(text)
  }
}

function parse(source: string): Expression {
  try {
    return parseExpression(source)
  } catch (error) {
    if (error instanceof Unsupported) throw refused(source, `it has ${error.message}`)
    throw error
  }
}

function refused(source: string, reason: string): Error {
  return new Error(`the pattern ${JSON.stringify(source)} cannot be matched in bounded time: ${reason}`)
}

/**
 * How many steps JavaScript's own matcher takes at most from one place of a text: `ways` × the text's length to the
 * power `degree`. Never too little; infinite if a repetition can divide a text in several ways.
 */
interface Cost {
  readonly ways: number
  readonly degree: number
}

const ENDLESS: Cost = { ways: Number.POSITIVE_INFINITY, degree: 0 }

function costOf(expression: Expression): Cost {
  switch (expression.kind) {
    case 'char':
    case 'place':
      return { ways: 1, degree: 0 }
    case 'ahead':
      return costOf(expression.part)
    case 'sequence':
      return expression.parts.map(costOf).reduce(product, { ways: 1, degree: 0 })
    case 'choice':
      return expression.options.map(costOf).reduce(sum)
    case 'repeat':
      return repeated(expression, costOf(expression.part))
  }
}

function repeated({ part, least, most }: Expression & { kind: 'repeat' }, once: Cost): Cost {
  if (most <= 1) return product(once, { ways: 2 - least, degree: 0 })
  const isFixed = once.ways === 1 && once.degree === 0 && isWide(part)
  if (isFixed) return least === most ? once : { ways: 1, degree: 1 }
  const all = most < 8 ? { ways: (once.ways + 1) ** most, degree: once.degree * most } : ENDLESS
  return all.ways < 1_000 ? all : ENDLESS
}

/** Whether each match of a part takes the same, positive number of characters. */
function isWide(part: Expression): boolean {
  if (part.kind === 'char') return true
  return part.kind === 'sequence' && part.parts.length > 0 && part.parts.every((each) => each.kind === 'char')
}

const product = (a: Cost, b: Cost): Cost => ({ ways: a.ways * b.ways, degree: a.degree + b.degree })

const sum = (a: Cost, b: Cost): Cost => ({ ways: a.ways + b.ways, degree: Math.max(a.degree, b.degree) })

/** Whether an expression matches at the beginning of a text only. */
function isAnchored(expression: Expression): boolean {
  if (expression.kind === 'place') return expression.place === '^'
  if (expression.kind === 'choice') return expression.options.every(isAnchored)
  return (
    expression.kind === 'sequence' && expression.parts[0] !== undefined && isAnchored(expression.parts[0])
  )
}

/** Parts of an expression: as written, or with its repetitions written out. */
function sizeOf(expression: Expression, writtenOut: boolean): number {
  switch (expression.kind) {
    case 'char':
    case 'place':
      return 1
    case 'ahead':
      return sizeOf(expression.part, writtenOut) + 1
    case 'sequence':
      return expression.parts.reduce((size, part) => size + sizeOf(part, writtenOut), 0)
    case 'choice':
      return expression.options.reduce((size, part) => size + sizeOf(part, writtenOut) + 2, 0)
    case 'repeat': {
      const { part, least, most } = expression
      const times = most === Number.POSITIVE_INFINITY ? least + 1 : most
      return sizeOf(part, writtenOut) * (writtenOut ? Math.max(1, times) : 1) + 2
    }
  }
}
