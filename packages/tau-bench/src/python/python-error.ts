/** Names of the exceptions that the official environment can raise: CPython's, and pydantic's `ValidationError`. */
export type PythonErrorType =
  | 'AttributeError'
  | 'IndexError'
  | 'KeyError'
  | 'MemoryError'
  | 'OverflowError'
  | 'RecursionError'
  | 'SyntaxError'
  | 'TypeError'
  | 'ValidationError'
  | 'ValueError'
  | 'ZeroDivisionError'

/** An exception as CPython 3.11 would raise it; `message` is what `str(e)` gives there. */
export class PythonError extends Error {
  readonly type: PythonErrorType

  constructor(type: PythonErrorType, message: string) {
    super(message)
    this.name = type
    this.type = type
  }
}
