/** An interval of 95 % confidence. */
export type Interval = readonly [low: number, high: number]
