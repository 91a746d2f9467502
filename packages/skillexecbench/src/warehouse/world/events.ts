import { Walk, type WalkOptions, type WarehouseEvent } from './walk.ts'

export type { WarehouseEvent } from './walk.ts'

export interface EventOptions extends WalkOptions {
  /** T: number of events. */
  readonly horizon: number
}

/**
 * The task generator of B.2: each step draws one of the possible kinds, each equally likely, then one of the
 * items in stock. Without a load, the number of occupied shelves is a walk that begins at 0 and is reflected
 * there; with one, it begins at the load and is reflected `loadSlack` above and below.
 */
export function generateEvents({ horizon, ...options }: EventOptions): readonly WarehouseEvent[] {
  const walk = new Walk(options)
  return Array.from({ length: horizon }, () => walk.next())
}
