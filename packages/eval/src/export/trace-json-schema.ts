import type { JsonObject } from '@skill-state/protocol'
import { z } from 'zod'
import { traceLine } from '../trace/trace.ts'

/** `traceLine` as JSON Schema (2020-12), for readers in other languages. */
export function traceJsonSchema(): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(traceLine, { io: 'input' })
  const title = 'One line of a trace file of skill-state'
  return JSON.parse(JSON.stringify({ $schema, title, ...schema })) as JsonObject
}
