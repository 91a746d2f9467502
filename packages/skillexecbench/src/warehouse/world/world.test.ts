import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands, World } from './world.ts'

/** Three shelves: item_1 on shelf_0, item_2 on shelf_2, and item_3 waiting. */
function stockedWorld(): World {
  const world = new World(3)
  for (const [item, shelf] of [
    ['item_1', 0],
    ['item_2', 2],
  ] as const) {
    world.begin(item)
    world.apply({ kind: 'Store', item, shelf })
  }
  world.begin('item_3')
  return world
}

function apply(world: World, action: string): string {
  const command = commands.read(action)
  return command === undefined ? 'unreadable' : world.apply(command).text
}

test.each([
  ['Store item_3 shelf_1', 'Success: Stored item_3 on shelf_1.', { 0: 'item_1', 1: 'item_3', 2: 'item_2' }],
  ['Ship item_2 shelf_2', 'Success: Shipped item_2 from shelf_2.', { 0: 'item_1' }],
  [
    'Move item_2 shelf_2 shelf_1',
    'Success: Moved item_2 from shelf_2 to shelf_1.',
    { 0: 'item_1', 1: 'item_2' },
  ],
  ['Wait', 'Success: Waited.', { 0: 'item_1', 2: 'item_2' }],
])('accepts %s', (action, text, items) => {
  const world = stockedWorld()
  expect(apply(world, action)).toBe(text)
  expect(Object.fromEntries(world.inventory())).toEqual(items)
})

test.each([
  ['Store item_3 shelf_0', 'Error: shelf_0 is occupied.'],
  ['Store item_3 shelf_3', 'Error: that shelf does not exist.'],
  ['Store item_1 shelf_1', 'Error: that item is not waiting to be stored.'],
  ['Store item_9 shelf_1', 'Error: that item is not waiting to be stored.'],
  ['Ship item_1 shelf_2', 'Error: that item is not on that shelf.'],
  ['Ship item_3 shelf_1', 'Error: that item is not on that shelf.'],
  ['Ship item_1 shelf_3', 'Error: that shelf does not exist.'],
  ['Move item_1 shelf_2 shelf_1', 'Error: that item is not on that shelf.'],
  ['Move item_1 shelf_0 shelf_2', 'Error: shelf_2 is occupied.'],
  ['Move item_1 shelf_0 shelf_0', 'Error: item_1 is already on shelf_0.'],
  ['Move item_1 shelf_0 shelf_3', 'Error: that shelf does not exist.'],
])('refuses %s and changes nothing', (action, text) => {
  const world = stockedWorld()
  expect(apply(world, action)).toBe(text)
  expect(world.inventory()).toEqual(stockedWorld().inventory())
  expect(apply(world, 'Store item_3 shelf_1')).toContain('Success')
})

test('an item can be stored once, and only in the step of its arrival', () => {
  const world = stockedWorld()
  expect(apply(world, 'Store item_3 shelf_1')).toContain('Success')
  expect(apply(world, 'Ship item_1 shelf_0')).toContain('Success')
  expect(apply(world, 'Store item_3 shelf_0')).toContain('Error')
  world.begin('item_4')
  world.begin(undefined)
  expect(apply(world, 'Store item_4 shelf_0')).toBe('Error: that item is not waiting to be stored.')
})

test.each([
  'wait',
  'Wait ',
  ' Wait',
  'Wait\n',
  '',
  'Store item_3',
  'Store  item_3 shelf_1',
  'Store item_3 shelf_01',
  'Store item_3 shelf_-1',
  'Store item_03 shelf_1',
  'Store item_3 shelf_1\nWait',
  'Ship item_1 shelf_1e0',
  'Store item_3 shelf_9999999999',
  'Move item_1 shelf_0',
  '__proto__',
  'Store constructor shelf_1',
])('does not read %j as an action', (action) => expect(commands.read(action)).toBeUndefined())

test('no text throws or breaks the shelves apart', () => {
  const word = fc.constantFrom(
    'Store',
    'Ship',
    'Move',
    'Wait',
    'item_1',
    'item_3',
    'shelf_0',
    'shelf_1',
    'x',
    '',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(text, (action) => {
      const world = stockedWorld()
      const result = apply(world, action)
      if (!result.startsWith('Success')) expect(world.inventory()).toEqual(stockedWorld().inventory())
      for (const [shelf, item] of world.inventory()) expect(world.shelfOf(item)).toBe(shelf)
    }),
    { numRuns: 2_000 },
  )
})
