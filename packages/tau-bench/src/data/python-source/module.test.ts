import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { value } from '../../../test/arbitrary.ts'
import { styles, writePython } from '../../../test/write-python.ts'
import { dumps, type PythonValue } from '../../python/index.ts'
import { readAssignments, readNames, readReturned } from './module.ts'

describe.each(styles)('style: $name', (style) => {
  test('what is written is read back, key order and kind of number included', () => {
    fc.assert(
      fc.property(value, (original) => {
        const read =
          readAssignments(`import x\nVALUE = ${writePython(original, style)}\n`).get('VALUE') ?? null
        expect(read).toEqual(original)
        expect(dumps(read)).toBe(dumps(original))
      }),
    )
  })
})

test.each<[string, PythonValue]>([
  ['1_000', 1000n],
  ['0x_ff', 255n],
  ['0b101', 5n],
  ['0o17', 15n],
  ['00', 0n],
  ['-1', -1n],
  ['+1.5', 1.5],
  ['.5', 0.5],
  ['5.', 5],
  ['1e3', 1000],
  ['1_0.2_5E-1_0', 10.25e-10],
  ['()', []],
  ['(1)', 1n],
  ['(1,)', [1n]],
  ['(1, 2)', [1n, 2n]],
  ["'a' \"b\" '''c''' r'\\d'", 'abc\\d'],
  ['\'\'""', ''],
  ['""""a" """', '"a" '],
  ["'''a\r\nb\\\nc'''", 'a\nbc'],
  ["'\\q\\x41\\101\\0'", '\\qAA\0'],
  [
    'Task(a=1, b=Action(c=[None]),)',
    new Map<string, PythonValue>([
      ['a', 1n],
      ['b', new Map([['c', [null]]])],
    ]),
  ],
  ['dict()', new Map()],
])('%s', (source, wanted) => {
  expect(readAssignments(`X = ${source}`).get('X')).toEqual(wanted)
})

test('imports, docstrings, comments and annotations are passed over', () => {
  const source = `#!/usr/bin/env python
"""What this is."""
from typing import (
    List,  # a comment
)
import json; from x import *

TASKS: List["Task"] = [1]  # = 2
OTHER = \\
    "it's"
`
  expect([...readAssignments(source)]).toEqual([
    ['TASKS', [1n]],
    ['OTHER', "it's"],
  ])
})

test.each([
  ['X = [1,\n 2', "expected ',' or ']', found the end, line 2"],
  ['X = [1 2]', "expected ',' or ']', found \"2\", line 1"],
  ['X = [,]', 'expected a value, found ",", line 1'],
  ['\nX = foo', 'expected a value, found "foo", line 2'],
  ['X = Task(1)', 'expected a keyword argument, found "1", line 1'],
  ['X = Task(a=1, a=2)', 'expected each keyword once, found "a", line 1'],
  ['X = {1: 2}', 'expected a text as key, found "1", line 1'],
  ['X = 1 + 2', 'expected the end of the line, found "+", line 1'],
  ['X = -"a"', 'expected a number, found "\\"a\\"", line 1'],
  ['print("x")', 'expected \'=\' after print, found "(", line 1'],
  ['X = [\n"abc\n]', 'a text is not closed, line 2'],
  ['X = """abc', 'a text is not closed, line 1'],
  ["X = R'\\'", 'a text is not closed, line 1'],
  ['X = f"{x}"', 'a text with the prefix f is not read, line 1'],
  ['X = b"x"', 'a text with the prefix b is not read, line 1'],
  ['X = "\\xg0"', '\\x is no character, line 1'],
  ['X = "\\N{DASH}"', 'a character by its name is not read, line 1'],
  ['X = 012', '012 is no int or float, line 1'],
  ['X = 1j', '1j is no int or float, line 1'],
  ['X = ?', 'unexpected "?", line 1'],
  [`X = ${'['.repeat(1000)}`, 'expected less nesting, found "[", line 1'],
])('%s is refused', (source, message) => {
  expect(() => readAssignments(source)).toThrow(new SyntaxError(message))
})

const module = `
class Calculate(Tool):
    @staticmethod
    def invoke(data: Dict[str, Any], expression: str) -> str:
        """It doesn't return."""
        if not all(char in "0123456789+-*/(). " for char in expression):
            return f"Error: {'invalid'} characters"
        return str(round(float(eval(expression, {"__builtins__": None}, {})), 2))

    @staticmethod
    def get_info() -> Dict[str, Any]:
        # return "this"
        return {
            "name": "calculate",
            "required": ["expression"],
        }
`

test('the literal that a function returns is read, whatever code is around it', () => {
  expect(readReturned(module, 'get_info')).toEqual(
    new Map<string, PythonValue>([
      ['name', 'calculate'],
      ['required', ['expression']],
    ]),
  )
  expect(() => readReturned(module, 'get_name')).toThrow('there is no function get_name')
  expect(() => readReturned('def f(): pass', 'f')).toThrow('f returns nothing')
})

test('a list of names is read', () => {
  expect(readNames('from .a import A\n\nALL_TOOLS = [\n    A,\n    B,\n]\n', 'ALL_TOOLS')).toEqual(['A', 'B'])
  expect(() => readNames('TOOLS = []', 'ALL_TOOLS')).toThrow('there is no list ALL_TOOLS')
  expect(() => readNames('ALL_TOOLS = [A, "B"]', 'ALL_TOOLS')).toThrow(
    'expected a name, found "\\"B\\"", line 1',
  )
})
