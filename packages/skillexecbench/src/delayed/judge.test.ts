import { expect, test } from 'vitest'
import type { DelayedEvent } from './events.ts'
import { judge } from './judge.ts'

const deposit: DelayedEvent = { kind: 'deposit', guest: 'guest_1', tag: '4817' }
const back: DelayedEvent = { kind: 'return', guest: 'guest_1', tag: '4817' }
const errand: DelayedEvent = { kind: 'errand', thing: 'soap', room: 'room_9' }

test.each([
  [deposit, 'Accept guest_1', 'answered', 'Success: Accepted the bag of guest_1.'],
  [back, 'Return guest_1 4817', 'answered', 'Success: Returned the bag of guest_1.'],
  [errand, 'Bring soap room_9', 'answered', 'Success: Brought soap to room_9.'],
  [back, 'Wait', 'waited', 'Success: Waited.'],
  [deposit, 'Accept guest_2', 'refused', 'Error: that guest is not handing in a bag now.'],
  [back, 'Accept guest_1', 'refused', 'Error: that guest is not handing in a bag now.'],
  [back, 'Return guest_1 4818', 'refused', 'Error: that is not the tag of the bag of guest_1.'],
  [back, 'Return guest_2 4817', 'refused', 'Error: that guest is not coming for a bag now.'],
  [deposit, 'Return guest_1 4817', 'refused', 'Error: that guest is not coming for a bag now.'],
  [errand, 'Bring soap room_8', 'refused', 'Error: nobody is asking for that now.'],
  [errand, 'Bring water room_9', 'refused', 'Error: nobody is asking for that now.'],
  [back, 'Bring soap room_9', 'refused', 'Error: nobody is asking for that now.'],
] as const)('%o: %s', (event, action, kind, text) => {
  expect(judge(event, action)).toEqual({ kind, text })
})

test.each([
  'wait',
  'Wait ',
  'Wait\n',
  '',
  'Accept',
  'Accept  guest_1',
  'Accept guest_01',
  'Accept guest_1\nAccept guest_1',
  'Return guest_1',
  'Return guest_1 tag_4817',
  'Return guest_1 ٤٨١٧',
  'Return guest_1 "4817"',
  'Bring Soap room_9',
  'Bring soap room_09',
  '__proto__',
  { action: 'Accept guest_1' },
])('says of %j that it is no action', (action) => {
  const { kind, text } = judge(deposit, action)
  expect(kind).toBe('refused')
  expect(text).toMatch(/^Error: that is not an action\. Use Accept, Return, Bring or Wait exactly/)
})
