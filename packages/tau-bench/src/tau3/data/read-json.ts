import { reasonOf } from '@skill-state/protocol'
import { readData } from '../../data/read-data.ts'
import { type PythonValue, parsePythonJson } from '../../python/index.ts'

const source =
  'get the data of sierra-research/tau2-bench 1.0.1 in the form that docs/tau3-bench.md describes, and name its folder by --data or TAU3_BENCH_DIR'

/** Reads a file of the data folder. Throws `invalid-data` in one line that names the file. */
export function readText<Value>(path: string, make: (text: string) => Value): Value {
  return readData(path, make, source)
}

export function readJson<Value>(path: string, make: (value: PythonValue) => Value): Value {
  return readText(path, (text) => make(parsePythonJson(text)))
}

/** Reads JSON Lines; an error names the line. */
export function readJsonLines<Value>(path: string, make: (value: PythonValue) => Value): Value[] {
  return readText(path, (text) =>
    text.split('\n').flatMap((line, index) => {
      if (line.trim() === '') return []
      try {
        return [make(parsePythonJson(line))]
      } catch (cause) {
        const reason = reasonOf(cause)
        throw new TypeError(`line ${index + 1}: ${reason}`, { cause })
      }
    }),
  )
}
