// For a test: a process that loads this sees another time of day every second, within a day of the true one.
const RealDate = Date
const DAY_MS = 86_400_000
const start = performance.now()

function jumped(): number {
  const second = Math.floor((performance.now() - start) / 1_000)
  return RealDate.now() + (((second * 7_919) % 200) / 100 - 1) * DAY_MS
}

globalThis.Date = class extends RealDate {
  constructor(...given: [] | ConstructorParameters<DateConstructor>) {
    super(...((given.length === 0 ? [jumped()] : given) as [number]))
  }
  static override now = jumped
} as DateConstructor
