import { type Database, episodeDatabase } from '../src/data/open-database.ts'
import type { Tool } from '../src/tool.ts'
import { baseOf, callIn } from './fixture.ts'

export { show } from './fixture.ts'

/** A database of a few records of our own, fresh for each test. */
export const openFixture = (): Database => episodeDatabase(base)

export function call(database: Database, tool: Tool, kwargs: string): string | undefined {
  return callIn('airline', database, tool, kwargs)
}

const base = baseOf({
  flights: `{
    "HAT001": {
      "flight_number": "HAT001", "origin": "SFO", "destination": "JFK",
      "scheduled_departure_time_est": "06:00:00", "scheduled_arrival_time_est": "11:30:00",
      "dates": {
        "2024-05-15": {"status": "landed", "actual_departure_time_est": "2024-05-15T06:10:00"},
        "2024-05-16": {"status": "available", "available_seats": {"economy": 2, "business": 1}, "prices": {"economy": 120, "business": 400}},
        "2024-05-17": {"status": "available", "available_seats": {"economy": 9, "business": 9}, "prices": {"economy": 90, "business": 300}}
      }
    },
    "HAT002": {
      "flight_number": "HAT002", "origin": "SFO", "destination": "DEN",
      "scheduled_departure_time_est": "21:00:00", "scheduled_arrival_time_est": "01:00:00+1",
      "dates": {
        "2024-05-08": {"status": "available", "available_seats": {"economy": 4}, "prices": {"economy": 60}},
        "2024-05-16": {"status": "available", "available_seats": {"economy": 5}, "prices": {"economy": 61}}
      }
    },
    "HAT003": {
      "flight_number": "HAT003", "origin": "SFO", "destination": "DEN",
      "scheduled_departure_time_est": "07:00:00", "scheduled_arrival_time_est": "09:00:00",
      "dates": {"2024-05-16": {"status": "available", "available_seats": {"economy": 6}, "prices": {"economy": 62}}}
    },
    "HAT004": {
      "flight_number": "HAT004", "origin": "DEN", "destination": "BOS",
      "scheduled_departure_time_est": "03:00:00", "scheduled_arrival_time_est": "07:00:00",
      "dates": {
        "2024-05-08": {"status": "available", "available_seats": {"economy": 7}, "prices": {"economy": 70}},
        "2024-05-09": {"status": "available", "available_seats": {"economy": 7}, "prices": {"economy": 71}},
        "2024-05-16": {"status": "delayed", "estimated_departure_time_est": "2024-05-16T05:00:00"},
        "2024-05-17": {"status": "available", "available_seats": {"economy": 8}, "prices": {"economy": 72}}
      }
    },
    "HAT005": {
      "flight_number": "HAT005", "origin": "DEN", "destination": "BOS",
      "scheduled_departure_time_est": "09:00:00", "scheduled_arrival_time_est": "13:00:00",
      "dates": {"2024-05-16": {"status": "available", "available_seats": {"economy": 3}, "prices": {"economy": 73}}}
    }
  }`,
  reservations: `{
    "AAA111": {
      "reservation_id": "AAA111", "user_id": "ann_lee_1", "origin": "SFO", "destination": "JFK",
      "flight_type": "one_way", "cabin": "economy",
      "flights": [{"origin": "SFO", "destination": "JFK", "flight_number": "HAT001", "date": "2024-05-16", "price": 100}],
      "passengers": [{"first_name": "Ann"}, {"first_name": "Bob"}],
      "payment_history": [{"payment_id": "gift_card_1", "amount": 200}],
      "created_at": "2024-05-01T00:00:00", "total_baggages": 2, "nonfree_baggages": 1, "insurance": "no"
    }
  }`,
  users: `{
    "ann_lee_1": {
      "name": {"first_name": "Ann", "last_name": "Lee"},
      "payment_methods": {
        "credit_card_1": {"source": "credit_card", "brand": "visa", "last_four": "1234", "id": "credit_card_1"},
        "gift_card_1": {"source": "gift_card", "amount": 100, "id": "gift_card_1"},
        "certificate_1": {"source": "certificate", "amount": 500, "id": "certificate_1"}
      },
      "membership": "gold",
      "reservations": ["AAA111"]
    }
  }`,
})
