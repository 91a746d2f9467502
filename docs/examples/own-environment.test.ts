import { testEnvironment } from '@skill-state/protocol/conformance'
import { test } from 'vitest'
import { createSafe } from './own-environment.ts'

const actions = ['Listen', 'Listen', 'Listen', 'Open 036']
for (const check of testEnvironment({ open: createSafe, actions, reachesEnd: true })) {
  test(check.name, check.run)
}
