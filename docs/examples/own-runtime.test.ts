import { testRuntime } from '@skill-state/protocol/conformance'
import { test } from 'vitest'
import { actionsOnly } from './own-runtime.ts'

const reply = (action: string): string => `I choose.\n{"action": "${action}"}`
for (const check of testRuntime({ runtime: actionsOnly.run, reply })) test(check.name, check.run)
