import type { JsonObject, Skill } from '@skill-state/protocol'
import type { WarehouseVariant } from './options.ts'

export type WarehouseSkillOptions = Pick<WarehouseVariant, 'load' | 'scenario'>

/** P of the warehouse. The state is empty at first: what is in stock stands in the first observation, for every runtime alike. */
export function warehouseSkill(shelves: number, options: WarehouseSkillOptions = {}): Skill {
  return {
    name: 'warehouse',
    instructions: instructions(shelves, options),
    schema: inventorySchema('^shelf_(0|[1-9][0-9]*)$', { minLength: 1, ...annotations(options) }),
    initialState: { inventory: {} },
  }
}

/** The state of a warehouse: each occupied shelf, by its name, with the name of its item. */
export function inventorySchema(shelf: string, item: JsonObject): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      inventory: {
        type: 'object',
        propertyNames: { pattern: shelf },
        additionalProperties: { type: 'string', ...item },
        'x-keep-container': true,
      },
    },
    required: ['inventory'],
    additionalProperties: false,
  }
}

/**
 * For runtimes with guards: an entry changes only if an action is about it, an occupied shelf is emptied first. Not so in
 * a scenario.
 */
function annotations({ scenario }: WarehouseSkillOptions): JsonObject {
  return scenario === undefined ? { 'x-named-by-action': true, 'x-merge': 'once' } : {}
}

function instructions(shelves: number, { load, scenario }: WarehouseSkillOptions): string {
  const start =
    load === undefined ? 'All start empty; each' : 'The first observation lists what is in stock; each shelf'
  const gone = scenario === undefined ? '' : ' Wait where an ordered item is no longer in the warehouse.'
  return `You manage a warehouse with ${shelves} shelves, shelf_0 to shelf_${shelves - 1}. ${start} holds one item.
Actions:
Store <item_id> <empty_shelf_id>
Ship <item_id> <shelf_id>
Move <item_id> <old_shelf_id> <new_shelf_id>
Wait
Rules: answer each event with exactly one action. Store an arriving item at once, on an empty shelf. Ship an ordered item from its shelf. When a shelf needs maintenance, move its item to another, empty shelf. A refused action changes nothing.${gone}
The state maps each occupied shelf to its item: {"inventory": {"shelf_7": "item_3"}}.`
}
