/** Names of the exceptions of CPython that the official environment can raise. */
export type PythonErrorType =
  | 'AttributeError'
  | 'IndexError'
  | 'KeyError'
  | 'OverflowError'
  | 'SyntaxError'
  | 'TypeError'
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
