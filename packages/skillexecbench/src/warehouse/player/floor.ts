import type { Decision, Player } from '@skill-state/protocol'
import { newestEvent } from './event.ts'

/**
 * Plays from the event alone: it lets the names remember. Item n goes to shelf n, and maintenance moves it half a warehouse on
 * and back.
 */
export function createWarehouseFloor(shelves: number): Player {
  return {
    decide({ observation }): Decision {
      const event = newestEvent(observation)
      const action = event === undefined ? 'Wait' : answer(event, shelves)
      return { reasoning: 'I go by the names alone.', action }
    },
  }
}

function answer({ kind, name }: NonNullable<ReturnType<typeof newestEvent>>, shelves: number): string {
  const number = Number(name.slice(name.indexOf('_') + 1))
  if (kind === 'receive') return `Store ${name} shelf_${number % shelves}`
  if (kind === 'order') return `Ship ${name} shelf_${number % shelves}`
  const half = Math.floor(shelves / 2)
  const item = number < half ? number : number - half
  return `Move item_${item} ${name} shelf_${number < half ? number + half : item}`
}
