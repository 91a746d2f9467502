import type { Turn } from '@skill-state/protocol'

/** Whether a history is the whole episode so far: only the first observation has no result of an action. */
export function isFromStart([first]: readonly Turn[]): boolean {
  return first !== undefined && !/^(Success|Error): /.test(first.observation)
}
