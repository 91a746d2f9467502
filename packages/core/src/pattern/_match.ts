import type { CharTest, Expression } from './parse.ts'
import type { Run } from './run.ts'

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

type Program = readonly Instruction[]

/** A text by code points, and what was found out about it. */
interface Subject {
  readonly codes: Uint32Array
  readonly run: Run
  /** Whether what a look ahead asks for begins at a place. */
  readonly known: Map<Program, Map<number, boolean>>
}

/** Steps of a match that count as one step of judging. */
const PER_STEP = 2

/** Whether a program matches anywhere in a text, in time linear in the text: each place is passed once by all ways. */
export function matchesProgram(program: Program, text: string, anchored: boolean, run: Run): boolean {
  run.spend(text.length / 8)
  return matchesFrom(program, { codes: codesOf(text), run, known: new Map() }, 0, anchored)
}

function codesOf(text: string): Uint32Array {
  const codes = new Uint32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) as number
    if (code > 0xffff) at += 1
    codes[count] = code
    count += 1
  }
  return codes.subarray(0, count)
}

function matchesFrom(program: Program, subject: Subject, start: number, anchored: boolean): boolean {
  const { codes, run } = subject
  run.spend(program.length / 32)
  const reached = new Int32Array(program.length).fill(-1)
  let ways: number[] = []
  for (let at = start; at <= codes.length; at += 1) {
    if (at === start || !anchored) follow(program, subject, at, 0, ways, reached)
    if (ways.length === 0 && anchored) return false
    run.spend((ways.length + 1) / PER_STEP)
    const next: number[] = []
    for (const way of ways) {
      const instruction = program[way] as Instruction
      if (instruction.kind === 'end') return true
      if (at < codes.length && instruction.kind === 'char' && instruction.test(codes[at] as number)) {
        next.push(way + 1)
      }
    }
    ways = []
    for (const way of next) follow(program, subject, at + 1, way, ways, reached)
  }
  return false
}

/** Adds the characters, and the end, that can be reached at a place without taking a character. */
function follow(
  program: Program,
  subject: Subject,
  at: number,
  from: number,
  ways: number[],
  reached: Int32Array,
): void {
  const work = [from]
  for (let way = work.pop(); way !== undefined; way = work.pop()) {
    if (reached[way] === at) continue
    reached[way] = at
    subject.run.spend(1 / PER_STEP)
    const instruction = program[way] as Instruction
    if (instruction.kind === 'fork') work.push(...instruction.to)
    else if (instruction.kind === 'char' || instruction.kind === 'end') ways.push(way)
    else if (
      instruction.kind === 'place'
        ? isAt(instruction.place, subject.codes, at)
        : looksAhead(instruction, subject, at)
    ) {
      work.push(way + 1)
    }
  }
}

function looksAhead(
  { program, negated }: Instruction & { kind: 'ahead' },
  subject: Subject,
  at: number,
): boolean {
  const places = subject.known.get(program) ?? new Map<number, boolean>()
  subject.known.set(program, places)
  const known = places.get(at) ?? matchesFrom(program, subject, at, true)
  places.set(at, known)
  return known !== negated
}

function isAt(place: '^' | '$' | '\\b' | '\\B', codes: Uint32Array, at: number): boolean {
  if (place === '^') return at === 0
  if (place === '$') return at === codes.length
  const isEdge = isWord(codes[at - 1]) !== isWord(codes[at])
  return isEdge === (place === '\\b')
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && /^\w$/.test(String.fromCodePoint(code))
}
