import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsData, sharedData } from '../../test/needs.ts'
import { readData } from './read-data.ts'

needsData(() => {
  test('the statuses are those that solving every official challenge gave', () => {
    const lines = readFileSync(join(sharedData, 'tasks.jsonl'), 'utf8').trim().split('\n')
    const wanted = lines.map((line) => {
      const { task_id: id, status } = JSON.parse(line)
      return [id, status]
    })
    const found = readData(sharedData).challenges.map(({ id, status }) => [id, status])
    expect(found).toEqual(wanted)
    expect(found.filter(([, status]) => status === 'offline')).toHaveLength(72)
  })
})
