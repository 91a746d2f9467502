import { ask } from '@skill-state/core'
import { history, type StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { JsonObject } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { byObservation, clerk, travel } from '../../test/travel.ts'

test('each prompt can be built again from the journal, which says once how the model is asked', async () => {
  const records: StoredRecord[] = []
  const store = {
    open: () => ({ journal: memoryJournal(records), results: memoryResults(), close: () => {} }),
  }
  const prompts: string[] = []
  for (const text of ['A cheap flight', 'Another cheap flight']) {
    const trip = await travel(byObservation(clerk, prompts), { booked: [] }).open({ id: 'a', store })
    for await (const _ of trip.send(text));
    await trip.close()
  }
  const steps = [...history(memoryJournal(records))]
  expect(steps.map(({ asked }) => asked !== undefined)).toEqual([true, false, false, false, false, false])
  expect(steps[0]?.asked).toMatchObject({ maxResultChars: 4_000 })
  const { instructions, form } = (steps[0]?.asked ?? {}) as { instructions: string; form: JsonObject }
  const built = steps.map(({ before, observation }) => ask({ instructions }, before, observation.text, form))
  expect(built).toEqual(prompts)
})
