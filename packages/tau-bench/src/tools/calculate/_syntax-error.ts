import { PythonError } from '../../python/python-error.ts'

/** A syntax error in an expression of one line; an empty expression has line 0. */
export function syntaxError(words: string, line = 1): PythonError {
  return new PythonError('SyntaxError', `${words} (<string>, line ${line})`)
}
