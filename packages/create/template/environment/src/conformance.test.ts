import { testEnvironment } from '@skill-state/protocol/conformance'
import { test } from 'vitest'
import { createEnvironment } from './environment.ts'

// The seed 1 begins with a delivery. Whatever is played, ten actions answer ten events.
const actions = [
  'Store P1 in 3',
  'Open 3',
  'Note',
  'Store P2 in 3',
  'Open 3',
  'Wait',
  'Open 9',
  'Note',
  '',
  'Open 3',
]

for (const { name, run } of testEnvironment({
  open: () => createEnvironment(10),
  actions,
  reachesEnd: true,
})) {
  test(name, run)
}
