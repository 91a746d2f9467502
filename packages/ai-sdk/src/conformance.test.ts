import { testAdapter } from '@skill-state/agent/conformance'
import { test } from 'vitest'
import { framework } from '../test/framework.ts'

for (const { name, run } of testAdapter({ start: (setup) => framework(setup, 'stream'), steps: 20 }))
  test(name, run)
