import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { z } from 'zod'
import { dumps, type PythonValue, parsePythonJson } from '../python/index.ts'
import { check } from './check.ts'
import { readData } from './read-data.ts'

export interface ToolSchema {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description: string
    /** JSON Schema of the arguments. */
    readonly parameters: JsonObject
  }
}

export function readToolSchemas(folder: string): readonly ToolSchema[] {
  return readData(join(folder, 'tools.json'), (text) => toSchemas(parsePythonJson(text)))
}

export function toSchemas(value: PythonValue): readonly ToolSchema[] {
  return check(z.array(toolSchema).nonempty(), JSON.parse(dumps(value)))
}

export const toolSchema: z.ZodType<ToolSchema> = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string(),
    description: z.string(),
    parameters: z.custom<JsonObject>(isJsonObject, 'expected an object'),
  }),
})
