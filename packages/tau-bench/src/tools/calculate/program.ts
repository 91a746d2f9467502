/** What the grammar of `calculate` can build: an int, a float, or by its kind a value that no sum can come of. */
export type Operand = bigint | number | 'complex' | 'ellipsis' | 'tuple'

export type Sign = '+' | '-'
export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '**'

/** How a call passes its one argument, if there is one: `f()`, `f(a)`, `f(*a)`, `f(**a)`. */
export type CallForm = 'none' | 'plain' | '*' | '**'

/** One instruction of a stack machine: operands first, then what is done with them. */
export type Instruction =
  | { readonly kind: 'push'; readonly value: Operand }
  | { readonly kind: 'sign'; readonly operator: Sign }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator }
  | { readonly kind: 'call'; readonly form: CallForm }

export type Program = readonly Instruction[]

/** The type's name as Python's messages write it. */
export function operandType(value: Operand): string {
  if (typeof value === 'bigint') return 'int'
  return typeof value === 'number' ? 'float' : value
}
