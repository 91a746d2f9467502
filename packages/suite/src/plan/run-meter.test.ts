import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_CHARGE } from '@skill-state/protocol/meter'
import { expect, test } from 'vitest'
import { RunMeter, spentOnFile } from './run-meter.ts'

const tokens = (count: number) => ({ tokens: count, costUsd: 0 })

function begun(file: string, inTraces = NO_CHARGE): RunMeter {
  const meter = new RunMeter()
  meter.begin({ tokens: 100 }, inTraces, file)
  return meter
}

const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'meter-')), 'spending.jsonl')

test('a call that a kill cuts off counts as the most in the next command, and in those after it', async () => {
  const file = newFile()
  const killed = begun(file, tokens(10))
  await killed.reserve(tokens(40))
  const ended = await killed.reserve(tokens(30))
  ended.settle(tokens(5))
  ended.settle(tokens(30))
  for (const inTraces of [15, 15, 20]) {
    const meter = begun(file, tokens(inTraces))
    expect(meter.spent).toEqual(tokens(55))
    await expect(meter.reserve(tokens(46))).rejects.toThrow("55 tokens of the run's 100 tokens are spent")
    const reservation = await meter.reserve(tokens(45))
    reservation.settle(NO_CHARGE)
  }
  expect(begun(file, tokens(60)).spent).toEqual(tokens(60))
})

test('a file that was cut off at any byte never says less than its whole lines', async () => {
  const file = newFile()
  const meter = begun(file)
  for (let call = 1; call <= 3; call += 1) (await meter.reserve(tokens(20))).settle(tokens(call))
  const text = readFileSync(file, 'utf8')
  for (let length = 0; length <= text.length; length += 1) {
    writeFileSync(file, text.slice(0, length))
    const settled = [1, 2, 3].filter((call) =>
      text.slice(0, length).includes(`{"id":${call},"tokens":${call},`),
    )
    expect(spentOnFile(file).tokens).toBeGreaterThanOrEqual(settled.reduce((sum, call) => sum + call, 0))
  }
})

test('without a limit nothing is written, and no call is sent that cannot be put on file', async () => {
  const file = newFile()
  const unlimited = new RunMeter()
  unlimited.begin({}, NO_CHARGE, file)
  await unlimited.reserve(tokens(1e9))
  expect(spentOnFile(file)).toEqual(NO_CHARGE)
  const meter = begun(file)
  rmSync(join(file, '..'), { recursive: true })
  await expect(meter.reserve(tokens(1))).rejects.toThrow(/spending\.jsonl cannot be written/)
  expect(meter.spent).toEqual(NO_CHARGE)
})
