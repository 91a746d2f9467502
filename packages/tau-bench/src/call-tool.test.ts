import { expect, test } from 'vitest'
import { episodeDatabase } from './data/open-database.ts'
import { type PythonDict, PythonError, parsePythonJson } from './python/index.ts'
import { callTool, type Tool } from './tool.ts'

const database = episodeDatabase(new Map())

test.each([
  ['{"a": 1, "b": 2, "c": 3}', 'ran'],
  ['{"a": 1, "b": 2, "c": 3, "d": 4}', 'ran'],
  ['{"b": 2, "c": 3}', "Error: AddUp.invoke() missing 1 required positional argument: 'a'"],
  ['{"b": 2}', "Error: AddUp.invoke() missing 2 required positional arguments: 'a' and 'c'"],
  ['{"d": 4}', "Error: AddUp.invoke() missing 3 required positional arguments: 'a', 'b', and 'c'"],
  ['{"y": 1, "x": 2}', "Error: AddUp.invoke() got an unexpected keyword argument 'y'"],
  ['{"__proto__": 1}', "Error: AddUp.invoke() got an unexpected keyword argument '__proto__'"],
  [
    '{"y": 1, "data": 2}',
    "Error: tau_bench.envs.shop.tools.add_up.AddUp.invoke() got multiple values for keyword argument 'data'",
  ],
])('%s: %s', (kwargs, answer) => {
  expect(
    callTool(
      addUp(() => 'ran'),
      'shop',
      database,
      toKwargs(kwargs),
    ),
  ).toBe(answer)
})

test('what Python raises is an answer, a fault of ours is not', () => {
  const kwargs = toKwargs('{"a": 1, "b": 2, "c": 3}')
  const raises = (error: Error) => () =>
    callTool(
      addUp(() => {
        throw error
      }),
      'shop',
      database,
      kwargs,
    )
  expect(raises(new PythonError('KeyError', "'a'"))()).toBe("Error: 'a'")
  expect(raises(new RangeError('out of range'))).toThrow(RangeError)
})

test('a tool that gives None gives nothing', () => {
  const kwargs = toKwargs('{"a": 1, "b": 2, "c": 3}')
  expect(
    callTool(
      addUp(() => undefined),
      'shop',
      database,
      kwargs,
    ),
  ).toBeUndefined()
})

function addUp(run: Tool['run']): Tool {
  return { name: 'add_up', parameters: ['a', 'b', 'c', 'd'], defaults: { d: null }, run }
}

function toKwargs(text: string): PythonDict {
  return parsePythonJson(text) as PythonDict
}
