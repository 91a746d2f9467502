import { readFileSync } from 'node:fs'
import { scripted } from '@skill-state/models'
import { type Model, promptText } from '@skill-state/protocol'
import { testEnvironment } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { PAGE, smallModels, smallModelsTable, unaligned, withTable } from '../test/small-models.ts'
import { reader as carried } from './experiments/small/carry.ts'
import { rooms } from './experiments/small/rooms.ts'

const SEEDS = 10

test('the tables of the page come out of the replies on record, without a model', async () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(unaligned(withTable(page, await smallModelsTable()))).toBe(unaligned(page))
})

test('each reply on record answers the prompt that is sent now, in whole cells of ten seeds', async () => {
  const models = await smallModels()
  expect(models.length).toBeGreaterThanOrEqual(2)
  for (const { episodes } of models) {
    expect(episodes.filter(({ isSame }) => !isSame)).toEqual([])
    const cells = Map.groupBy(episodes, ({ persons, horizon, carry }) => `${persons} ${horizon} ${carry}`)
    for (const cell of cells.values()) expect(new Set(cell.map(({ seed }) => seed)).size).toBe(SEEDS)
  }
})

const reader = (): Model =>
  scripted(({ prompt }) => {
    const lines = promptText(prompt).split('\n')
    const asked = /^Where is (\w+) now\?$/.exec(lines.at(-1) ?? '')?.[1]
    const example = lines.findLastIndex((line) => line.startsWith('"'))
    const told = lines.slice(example + 1).findLast((line) => line.startsWith(`${asked} is in`))
    return JSON.stringify(told?.replace(' now.', '.') ?? `${asked} is in the garden.`)
  })

test('a reader without mistakes answers all from rules or a transcript, and of the newest sentence what a guess gives', async () => {
  const benchmark = rooms(6)
  const scores = async (carry: 'rules' | 'transcript' | 'nothing'): Promise<number> => {
    const rewards: number[] = []
    for (const task of benchmark.tasks({ horizons: [15], seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })) {
      const environment = benchmark.open(task)
      const input = { skill: benchmark.skill, environment, model: reader(), seed: task.seed }
      for await (const step of carried.run(input, { carry })) expect(step.fallback).toBe(false)
      rewards.push((await environment.outcome()).reward)
    }
    return rewards.reduce((sum, each) => sum + each, 0) / rewards.length
  }
  expect(await Promise.all([scores('rules'), scores('transcript')])).toEqual([1, 1])
  expect(Math.abs((await scores('nothing')) - 0.25)).toBeLessThan(0.15)
})

describe('conformance', () => {
  const benchmark = rooms(3)
  const [task] = benchmark.tasks({ horizons: [4], seeds: [1] })
  if (task === undefined) throw new Error('no task')
  const actions = ['Anna is in the garden.', 'nonsense', 'Wait', 'Ben is in the office.']
  const checks = testEnvironment({
    open: () => benchmark.open(task),
    actions,
    seed: 1,
    otherSeed: 2,
    reachesEnd: true,
  })
  for (const check of checks) test(check.name, () => check.run())
})
