import type { Player } from '@skill-state/protocol'
import { type Names, warehousePlayer } from './player.ts'

/** Lets names decide if the prompt does not: item n goes to shelf n, and half a warehouse on for maintenance. */
export function warehouseAdversary(shelves: number): Player {
  return warehousePlayer(shelves, namesOf(shelves))
}

export function warehouseFloor(shelves: number): Player {
  const player = warehouseAdversary(shelves)
  return {
    decide({ instructions, observation }) {
      return player.decide({ instructions, history: [], observation })
    },
  }
}

function namesOf(shelves: number): Names {
  const half = Math.floor(shelves / 2)
  const numberOf = (name: string): number => Number(name.slice(name.indexOf('_') + 1))
  const across = (shelf: number): number => (shelf < half ? shelf + half : shelf - half)
  return {
    home: (item) => `shelf_${numberOf(item) % shelves}`,
    across: (shelf) => `shelf_${across(numberOf(shelf))}`,
    itemOf: (shelf) => `item_${Math.min(numberOf(shelf), across(numberOf(shelf)))}`,
  }
}
