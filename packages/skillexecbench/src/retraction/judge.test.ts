import { expect, test } from 'vitest'
import type { RetractionEvent } from './events.ts'
import { judge } from './judge.ts'

const announcement: RetractionEvent = { kind: 'announcement', train: 'train_1', platform: 'platform_4' }
const correction: RetractionEvent = {
  kind: 'correction',
  train: 'train_1',
  platform: 'platform_7',
  wrong: 'platform_4',
  told: 'announced',
  reason: 'The digits were misheard.',
}
const enquiry: RetractionEvent = {
  kind: 'enquiry',
  train: 'train_1',
  platform: 'platform_7',
  stale: ['platform_4'],
  corrections: 1,
}
const departure: RetractionEvent = { kind: 'departure', train: 'train_1' }

test.each([
  [announcement, 'Post train_1 platform_4', 'answered', 'Success: Posted train_1 on the board.'],
  [correction, 'Post train_1 platform_7', 'answered', 'Success: Posted train_1 on the board.'],
  [enquiry, 'Direct train_1 platform_7', 'answered', 'Success: Directed the passenger to train_1.'],
  [departure, 'Clear train_1', 'answered', 'Success: Cleared train_1 from the board.'],
  [enquiry, 'Wait', 'waited', 'Success: Waited.'],
  [enquiry, 'Direct train_1 platform_4', 'stale', 'Error: train_1 does not leave from there.'],
  [enquiry, 'Direct train_1 platform_5', 'refused', 'Error: train_1 does not leave from there.'],
  [enquiry, 'Direct train_2 platform_4', 'refused', 'Error: nobody is asking for that train now.'],
  [departure, 'Direct train_1 platform_7', 'refused', 'Error: nobody is asking for that train now.'],
  [correction, 'Post train_1 platform_4', 'refused', 'Error: that is not the platform told for train_1.'],
  [
    announcement,
    'Post train_2 platform_4',
    'refused',
    'Error: no platform is being told for that train now.',
  ],
  [enquiry, 'Post train_1 platform_7', 'refused', 'Error: no platform is being told for that train now.'],
  [departure, 'Clear train_2', 'refused', 'Error: that train is not leaving now.'],
  [enquiry, 'Clear train_1', 'refused', 'Error: that train is not leaving now.'],
] as const)('%o: %s', (event, action, kind, text) => {
  expect(judge(event, action)).toEqual({ kind, text })
})

test.each([
  'wait',
  'Wait ',
  'Wait\n',
  '',
  'Post train_1',
  'Post  train_1 platform_4',
  'Post train_01 platform_4',
  'Post train_1 platform_4\nWait',
  'Direct train_1 4',
  'Direct train_1 platform_٤',
  'Clear',
  'Clear train_1 platform_4',
  'constructor',
  { action: 'Clear train_1' },
])('says of %j that it is no action', (action) => {
  const { kind, text } = judge(departure, action)
  expect(kind).toBe('refused')
  expect(text).toMatch(/^Error: that is not an action\. Use Post, Direct, Clear or Wait exactly/)
})
