import type { Airline } from './airline.ts'

export const flight = { flight: 'AZ1', price: 620 }

/** An airline that keeps the calls of `book`. */
export function airline(): Airline & { readonly booked: string[][] } {
  const booked: string[][] = []
  return {
    booked,
    search: async () => [flight],
    book: async (...call) => {
      booked.push(call)
      return 'B1'
    },
    cancel: async () => 'cancelled',
  }
}
