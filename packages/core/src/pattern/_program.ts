import type { CharTest, Expression } from './parse.ts'

/** A step of a program that follows all ways through an expression at once. */
export type Instruction =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'place'; readonly place: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'ahead'; readonly program: readonly Instruction[]; readonly negated: boolean }
  | { readonly kind: 'fork'; to: readonly number[] }
  | { readonly kind: 'end' }

/** The program of an expression (Thompson 1968): a fork continues at several places, all else at the next one. */
export function programOf(expression: Expression): readonly Instruction[] {
  const program: Instruction[] = []
  emit(expression, program)
  program.push({ kind: 'end' })
  return program
}

function emit(expression: Expression, program: Instruction[]): void {
  switch (expression.kind) {
    case 'char':
    case 'place':
      program.push(expression)
      break
    case 'ahead':
      program.push({ kind: 'ahead', program: programOf(expression.part), negated: expression.negated })
      break
    case 'sequence':
      for (const part of expression.parts) emit(part, program)
      break
    case 'choice':
      emitChoice(expression.options, program)
      break
    case 'repeat':
      emitRepeat(expression, program)
      break
  }
}

function emitChoice(options: readonly Expression[], program: Instruction[]): void {
  const start = fork(program)
  const starts: number[] = []
  const ends = options.map((option) => {
    starts.push(program.length)
    emit(option, program)
    return fork(program)
  })
  start.to = starts
  for (const end of ends) end.to = [program.length]
}

function emitRepeat({ part, least, most }: Expression & { kind: 'repeat' }, program: Instruction[]): void {
  for (let count = 0; count < least; count += 1) emit(part, program)
  if (most === Number.POSITIVE_INFINITY) {
    const at = program.length
    const start = fork(program)
    emit(part, program)
    fork(program).to = [at]
    start.to = [at + 1, program.length]
    return
  }
  const starts: { to: readonly number[]; at: number }[] = []
  for (let count = least; count < most; count += 1) {
    starts.push(Object.assign(fork(program), { at: program.length }))
    emit(part, program)
  }
  for (const start of starts) start.to = [start.at, program.length]
}

function fork(program: Instruction[]): { kind: 'fork'; to: readonly number[] } {
  const made: { kind: 'fork'; to: readonly number[] } = { kind: 'fork', to: [] }
  program.push(made)
  return made
}
