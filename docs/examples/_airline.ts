import { inventedIn } from '@skill-state/models'
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
      return 'B1 is flight AZ1 for 620 euros'
    },
    cancel: async () => 'cancelled',
  }
}

/** What a scripted model of a framework says. Throws if it has anything that the model was not shown. */
export function honestly(said: string, shown: unknown): string {
  const words = 'Your is booked. There is one. state_patch action reply bookings traveller city search book'
  const invented = inventedIn(said, `${JSON.stringify(shown)} ${words}`)
  if (invented.length > 0) throw new Error(`the model made up ${JSON.stringify(invented)}`)
  return said
}
