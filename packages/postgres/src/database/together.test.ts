import { expect, test } from 'vitest'
import { together } from './together.ts'

test('what is asked for in one turn, or while work is under way, is done together and in order', async () => {
  const batches: (readonly number[])[] = []
  let ended = (): void => {}
  const double = together(async (items: readonly number[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => {
      ended = resolve
    })
    return (item) => 2 * item
  }, 2)
  const first = [1, 2, 3].map(double)
  const end = async (count: number): Promise<void> => {
    while (batches.length < count) await new Promise(setImmediate)
    ended()
  }
  await end(1)
  expect(await Promise.all(first.slice(0, 2))).toEqual([2, 4])
  const second = double(4)
  await end(2)
  expect(await Promise.all([...first, second])).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('who asks again when answered shares the next work with the others', async () => {
  const sizes: number[] = []
  const ask = together(async (items: readonly string[]) => {
    sizes.push(items.length)
    return () => undefined
  })
  const askTimes = async (name: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await ask(name)
  }
  await Promise.all(['a', 'b', 'c'].map((name) => askTimes(name, 4)))
  expect(sizes).toEqual([3, 3, 3, 3])
})

test('a failure is told to all who asked, and the next work continues', async () => {
  let failing = true
  const ask = together(async () => {
    if (failing) throw new Error('away')
    return () => 'there'
  })
  const both = [ask(1), ask(2)]
  for (const each of both) await expect(each).rejects.toThrow('away')
  failing = false
  expect(await ask(3)).toBe('there')
})
