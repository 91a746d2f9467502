import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { z } from 'zod'
import { dumps, type PythonValue, parsePythonJson } from '../python/index.ts'
import { check } from './check.ts'
import type { Layout } from './layout.ts'
import { readNames, readReturned } from './python-source/module.ts'
import { readData } from './read-data.ts'

/** How a tool is described to a model, in OpenAI's form. */
export interface ToolSchema {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description: string
    /** JSON Schema of the arguments. */
    readonly parameters: JsonObject
  }
}

/** Reads the schemas of a domain's tools in the official order: `tools.json`, or what `get_info` of each tool returns. */
export function readToolSchemas(layout: Layout): readonly ToolSchema[] {
  if (layout.form === 'json') {
    return readData(join(layout.folder, 'tools.json'), (text) => toSchemas(parsePythonJson(text)))
  }
  const folder = join(layout.folder, 'tools')
  const classes = readData(join(folder, '__init__.py'), (text) => readNames(text, 'ALL_TOOLS'))
  return classes.map((name) => readData(join(folder, `${moduleOf(name)}.py`), toSchemaOfModule))
}

/** `BookReservation` is in the module `book_reservation`. */
const moduleOf = (className: string): string => className.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase()

function toSchemaOfModule(text: string): ToolSchema {
  return check(toolSchema, toJson(readReturned(text, 'get_info')))
}

export function toSchemas(value: PythonValue): readonly ToolSchema[] {
  return check(z.array(toolSchema).nonempty(), toJson(value))
}

const toJson = (value: PythonValue): unknown => JSON.parse(dumps(value))

export const toolSchema: z.ZodType<ToolSchema> = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string(),
    description: z.string(),
    parameters: z.custom<JsonObject>(isJsonObject, 'expected an object'),
  }),
})
