import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeSharedData } from '../../test/shared-data.ts'
import { loadDomain } from './load-domain.ts'

const tool = {
  type: 'function',
  function: { name: 'buy_thing', description: 'Buy.', parameters: { type: 'object', properties: {} } },
}
const task = `{"index": 7, "user_id": "ann", "instruction": "Say \\"it's\\"\\nnow.",
  "actions": [{"name": "buy_thing", "kwargs": {"price": 250.0, "count": 2}}], "outputs": ["4"]}`

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tau-bench-'))
  write('orders.json', '{"10": {"price": 247.0}, "9": {"price": 3}}')
  write('products.json', '{}')
  write('users.json', '{}')
  write('tools.json', JSON.stringify([tool]))
  write('tasks_test.json', `[${task}]`)
  write('wiki.md', '# Policy\r\nBe kind.\n')
})
afterEach(() => rmSync(root, { recursive: true }))

test('a domain is read, numbers and order kept', () => {
  expect(loadDomain(root, 'retail', 'test')).toEqual({
    name: 'retail',
    kind: 'retail',
    split: 'test',
    database: new Map([
      [
        'orders',
        new Map([
          ['10', new Map<string, bigint | number>([['price', 247]])],
          ['9', new Map([['price', 3n]])],
        ]),
      ],
      ['products', new Map()],
      ['users', new Map()],
    ]),
    wiki: '# Policy\nBe kind.\n',
    tools: [tool],
    tasks: [
      {
        index: 7,
        user_id: 'ann',
        instruction: 'Say "it\'s"\nnow.',
        actions: [
          {
            name: 'buy_thing',
            kwargs: new Map<string, bigint | number>([
              ['price', 250],
              ['count', 2n],
            ]),
          },
        ],
        outputs: ['4'],
      },
    ],
  })
})

describe('refused with one line', () => {
  test('an unknown split', () => {
    refuses('invalid-option', /^retail has no split prod, only test, dev, train$/, 'prod')
  })

  test('a folder without data', () => {
    rmSync(join(root, 'retail'), { recursive: true })
    refuses('invalid-data', /no τ-bench data for retail: .*retail does not exist; get the GitHub repository/)
  })

  test('a checkout that is not exported', () => {
    rmSync(join(root, 'retail'), { recursive: true })
    mkdirSync(join(root, 'tau_bench'))
    refuses(
      'invalid-data',
      /is the checkout itself; get the GitHub .*, run python3 export.py CHECKOUT FOLDER/,
    )
  })

  test.each(['data', 'src'])('τ²-bench (%s/tau2)', (folder) => {
    rmSync(join(root, 'retail'), { recursive: true })
    mkdirSync(join(root, folder, 'tau2'), { recursive: true })
    refuses(
      'invalid-data',
      /holds τ²-bench, not τ-bench; get the GitHub repository sierra-research\/tau-bench/,
    )
  })

  test.each(['orders.json', 'products.json', 'tools.json', 'tasks_test.json', 'wiki.md'])(
    '%s is missing',
    (file) => {
      rmSync(join(root, 'retail', file))
      refuses('invalid-data', new RegExp(`${file} cannot be read; get the GitHub`))
    },
  )

  test.each(['orders.json', 'tools.json', 'tasks_test.json'])('%s is copied only in part', (file) => {
    truncateSync(join(root, 'retail', file), 12)
    refuses(
      'invalid-data',
      new RegExp(`${file} is damaged, copied only in part.*\\(char [0-9]+\\); get the GitHub`),
    )
  })

  test.each([
    ['orders.json', '', 'Expecting value'],
    ['orders.json', '<html>', 'Expecting value'],
    ['orders.json', '[]', 'records by their key are expected, not a list'],
    ['orders.json', '{"a": 1}', 'the record a is of type int, not an object'],
    ['tools.json', '[{"type": "function"}]', 'at 0.function: '],
    ['tools.json', '[]', 'at the top: '],
    ['tasks_test.json', '[]', 'at the top: '],
    ['tasks_test.json', '{}', 'at the top: '],
    ['tasks_test.json', task.replace('"user_id"', '"user"').replace(/^.*$/s, '[$&]'), 'at 0.user_id: '],
    [
      'tasks_test.json',
      task.replace('{"price": 250.0, "count": 2}', '[]').replace(/^.*$/s, '[$&]'),
      'at 0.actions.0.kwargs: ',
    ],
  ])('%s holds something else', (file, text, message) => {
    write(file, text)
    refuses('invalid-data', new RegExp(`${file} is damaged, .*: ${message}`))
  })

  test('a file that is not UTF-8', () => {
    writeFileSync(join(root, 'retail', 'wiki.md'), Buffer.from([0x41, 0xff]))
    refuses('invalid-data', /wiki.md is not UTF-8/)
  })
})

describeSharedData('the official tasks', (folder) => {
  test.each([
    ['retail', 'test', 115, 16],
    ['retail', 'dev', 20, 16],
    ['retail', 'train', 500, 16],
    ['airline', 'test', 50, 14],
  ] as const)('%s %s', (name, split, tasks, tools) => {
    const domain = loadDomain(folder, name, split)
    expect(domain.tasks).toHaveLength(tasks)
    expect(domain.tools).toHaveLength(tools)
  })
})

function write(file: string, text: string): void {
  mkdirSync(join(root, 'retail'), { recursive: true })
  writeFileSync(join(root, 'retail', file), text)
}

function refuses(code: string, message: RegExp, split = 'test', folder = root): void {
  const load = () => loadDomain(folder, 'retail', split)
  expect(load).toThrow(SkillStateError)
  expect(load).toThrow(expect.objectContaining({ code }))
  expect(load).toThrow(message)
  expect(load).not.toThrow(/\n/)
}
