import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadDomain } from './load-domain.ts'

const tasks = `from tau_bench.types import Action, Task

TASKS = [
    Task(
        annotator="0",
        user_id='ann',
        instruction="Say \\"it's\\" "
        "now.",
        actions=[
            Action(name="buy", kwargs={"price": 250.0, "count": 2, "sure": True, "ids": ["1", "0"]}),
        ],
        outputs=[],
    ),
]
`
const schema = { type: 'function', function: { name: 'buy_it', description: 'Buy.', parameters: {} } }
const tool = `class BuyIt(Tool):
    @staticmethod
    def invoke(data, price: float) -> str:
        raise RuntimeError("no code is run")

    @staticmethod
    def get_info():
        return ${JSON.stringify(schema)}

raise RuntimeError("no code is run")
`

test('writes the data of a checkout as JSON, and runs nothing of it', () => {
  const root = mkdtempSync(join(tmpdir(), 'tau-bench-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (file: string, text: string): void => {
    const path = join(root, 'checkout/tau_bench/envs', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const [domain, tables] of Object.entries({
    retail: ['orders', 'products', 'users'],
    airline: ['flights', 'reservations', 'users'],
  })) {
    for (const table of tables) write(`${domain}/data/${table}.json`, '{"20": {"price": 1.0}, "3": {}}')
    write(`${domain}/wiki.md`, 'Be kind.\n')
    write(`${domain}/tasks_test.py`, tasks.replace('TASKS', 'TASKS_TEST: list'))
    write(`${domain}/tools/__init__.py`, 'from .buy_it import BuyIt\n\nALL_TOOLS = [\n    BuyIt,\n]\n')
    write(`${domain}/tools/buy_it.py`, tool)
  }
  const script = resolve(import.meta.dirname, '../../scripts/export.py')
  execFileSync('python3', [script, join(root, 'checkout'), join(root, 'data')])
  const { database, ...domain } = loadDomain(join(root, 'data'), 'retail', 'test')
  expect(domain).toEqual({
    name: 'retail',
    kind: 'retail',
    split: 'test',
    wiki: 'Be kind.\n',
    tools: [schema],
    tasks: [
      {
        index: 0,
        user_id: 'ann',
        instruction: 'Say "it\'s" now.',
        actions: [
          {
            name: 'buy',
            kwargs: new Map<string, unknown>([
              ['price', 250],
              ['count', 2n],
              ['sure', true],
              ['ids', ['1', '0']],
            ]),
          },
        ],
        outputs: [],
      },
    ],
  })
  expect([...(database.get('orders')?.keys() ?? [])]).toEqual(['20', '3'])
  expect(readFileSync(join(root, 'data/airline/tasks_test.json'), 'utf8')).toContain('"price": 250.0')
})
