import type { Skill } from '@skill-state/protocol'
import { inventorySchema } from '../warehouse/skill.ts'

export const dockSkill: Skill = {
  name: 'warehouse-2',
  instructions: `You manage a warehouse. Each shelf holds one item. The dock assigns a shelf to each item that is stored or moved.
Actions:
Store <item_id> <assigned_shelf_id>
Ship <item_id> <shelf_id>
Move <item_id> <old_shelf_id> <assigned_shelf_id>
Wait
Rules: answer each event with exactly one action. Store an arriving item on the shelf that the dock assigns. Ship an ordered item from the shelf on which it lies. When a shelf needs maintenance, move the item that lies on it to the shelf that the dock assigns. A refused action changes nothing.
The state maps each occupied shelf to its item: {"inventory": {"shelf_x4kd": "item_q7zt"}}.`,
  schema: inventorySchema('^shelf_[a-z0-9]{4}$', {
    pattern: '^item_[a-z0-9]{4}$',
    'x-named-by-action': true,
    'x-merge': 'once',
  }),
  initialState: { inventory: {} },
}
