import type { Skill } from '@skill-state/protocol'

/**
 * P of the warehouse: the same text for every runtime. The state maps each occupied shelf to its item.
 *
 * The annotations are for runtimes with guards and mean nothing to others: an entry changes only when an action
 * is about it, and an occupied shelf is emptied before it is filled anew.
 */
export function createWarehouseSkill(shelves: number): Skill {
  return {
    name: 'warehouse',
    instructions: instructions(shelves),
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        inventory: {
          type: 'object',
          propertyNames: { pattern: '^shelf_(0|[1-9][0-9]*)$' },
          additionalProperties: {
            type: 'string',
            minLength: 1,
            'x-named-by-action': true,
            'x-merge': 'once',
          },
          'x-keep-container': true,
        },
      },
      required: ['inventory'],
      additionalProperties: false,
    },
    initialState: { inventory: {} },
  }
}

function instructions(shelves: number): string {
  return `You manage a warehouse with ${shelves} shelves, shelf_0 to shelf_${shelves - 1}. All start empty; each holds one item.
Actions:
Store <item_id> <empty_shelf_id>
Ship <item_id> <shelf_id>
Move <item_id> <old_shelf_id> <new_shelf_id>
Wait
Rules: answer each event with exactly one action. Store an arriving item at once, on an empty shelf. Ship an ordered item from its shelf. When a shelf needs maintenance, move its item to another, empty shelf. A refused action changes nothing.
The state maps each occupied shelf to its item: {"inventory": {"shelf_7": "item_3"}}.`
}
