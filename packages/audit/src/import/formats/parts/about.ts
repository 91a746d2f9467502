import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { About } from './conversation.ts'
import { field, idField, numberField, objectsIn, textField } from './fields.ts'

/** The task, the reward and the write tools of a record, in the places in which logs of conversations keep them. */
export function aboutOf(record: JsonObject): About {
  return {
    taskId:
      idField(record, 'metadata', 'task_id') ??
      idField(record, 'task_id') ??
      idField(record, 'metadata', 'id') ??
      idField(record, 'id'),
    reward: numberField(record, 'metadata', 'reward') ?? numberField(record, 'reward'),
    writeTools: annotatedWriteTools(record),
  }
}

/** The tools that MCP's annotations do not call read-only. Undefined if no tool of the record has annotations. */
function annotatedWriteTools(record: JsonObject): readonly string[] | undefined {
  const tools = objectsIn(
    field(record, 'tools') ?? field(record, 'request', 'tools') ?? field(record, 'metadata', 'tools'),
  )
  if (!tools.some((tool) => isJsonObject(tool.annotations))) return undefined
  return tools.flatMap((tool) => {
    const name = textField(tool, 'name') ?? textField(tool, 'function', 'name')
    return name === undefined || field(tool, 'annotations', 'readOnlyHint') === true ? [] : [name]
  })
}
