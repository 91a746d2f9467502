import type { JsonObject } from '@skill-state/protocol'
import { idField, numberField } from './fields.ts'

/** The task and the reward of a record, in the places in which logs of conversations keep them. */
export function aboutOf(record: JsonObject): { taskId: string | undefined; reward: number | undefined } {
  return {
    taskId:
      idField(record, 'metadata', 'task_id') ??
      idField(record, 'task_id') ??
      idField(record, 'metadata', 'id') ??
      idField(record, 'id'),
    reward: numberField(record, 'metadata', 'reward') ?? numberField(record, 'reward'),
  }
}
