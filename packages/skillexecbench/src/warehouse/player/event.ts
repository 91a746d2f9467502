import { aboveTelemetry } from '../../noise/telemetry.ts'

export interface ShownEvent {
  readonly kind: 'receive' | 'order' | 'maintenance'
  readonly name: string
  readonly line: string
}

const patterns = [
  ['receive', /^Shipment arrived containing (item_\d+)\.$/],
  ['order', /^Customer ordered (item_\d+)\.$/],
  ['maintenance', /^Maintenance required on (shelf_\d+)\.$/],
] as const

/** The last line that is an event, above any telemetry. */
export function newestEvent(observation: string): ShownEvent | undefined {
  for (const line of aboveTelemetry(observation).split('\n').reverse()) {
    for (const [kind, pattern] of patterns) {
      const name = pattern.exec(line)?.[1]
      if (name !== undefined) return { kind, name, line }
    }
  }
  return undefined
}
