import { costOf, isAnchored, sizeOf } from './_cost.ts'
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
