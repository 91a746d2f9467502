/** Tokens of the warehouse, as `bench run scaling` counts them with the model `reference`. */
const transcript = { first: 173, turn: 61, output: 34 } // a prompt has `first` and one `turn` for each step before
const state = { prompt: 295, output: 56 } // the same at every step
/** Dollars for a million tokens; a provider caches prefixes from `minimum` tokens on. */
const prices = { input: 1.25, cached: 0.125, output: 10, minimum: 1024 }

function costOf(steps: number, promptAt: (step: number) => number, output: number, caches: boolean): number {
  let dollars = (steps * output * prices.output) / 1e6
  for (let step = 0; step < steps; step += 1) {
    const before = step === 0 ? 0 : promptAt(step - 1) // what this prompt begins with, word for word
    const cached = caches && before >= prices.minimum ? before : 0
    dollars += ((promptAt(step) - cached) * prices.input + cached * prices.cached) / 1e6
  }
  return dollars
}

for (const steps of [10, 50, 100, 200, 1_000]) {
  const growing = (step: number): number => transcript.first + transcript.turn * step
  const flat = costOf(steps, () => state.prompt, state.output, false)
  const plain = costOf(steps, growing, transcript.output, false) / flat
  const cached = costOf(steps, growing, transcript.output, true) / flat
  const inputs = costOf(steps, growing, 0, true) / costOf(steps, () => state.prompt, 0, false)
  console.log(steps, ...[plain, cached, inputs].map((ratio) => ratio.toFixed(1)))
}
