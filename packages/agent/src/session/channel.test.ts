import { expect, test } from 'vitest'
import { Channel } from './channel.ts'

test('gives what was pushed before and while somebody iterates, in its order, and ends', async () => {
  const channel = new Channel<number>()
  channel.push(1)
  channel.push(2)
  const all = Array.fromAsync(channel)
  await Promise.resolve()
  channel.push(3)
  await new Promise((resolve) => setImmediate(resolve))
  channel.push(4)
  channel.end()
  channel.fail(new Error('after the end'))
  expect(await all).toEqual([1, 2, 3, 4])
  expect(await Array.fromAsync(channel)).toEqual([])
})

test('throws what it failed with, after what was pushed before', async () => {
  const channel = new Channel<number>()
  channel.push(1)
  channel.fail(new Error('the disk is full'))
  channel.end()
  const got: number[] = []
  const reading = (async () => {
    for await (const item of channel) got.push(item)
  })()
  await expect(reading).rejects.toThrow('the disk is full')
  expect(got).toEqual([1])
})

test('fails with undefined too', async () => {
  const channel = new Channel<number>()
  channel.fail(undefined)
  await expect(Array.fromAsync(channel)).rejects.toBeUndefined()
})

test('keeps nothing for a reader who has left', async () => {
  const channel = new Channel<number>()
  channel.push(1)
  for await (const item of channel) if (item === 1) break
  channel.push(2)
  channel.end()
  expect(await Array.fromAsync(channel)).toEqual([])
})
