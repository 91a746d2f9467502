import type { JsonObject } from '@skill-state/protocol'
import type { ToolSchema } from '../data/tool-schemas.ts'

const text: JsonObject = { type: 'string' }
const orderId: JsonObject = { ...text, description: "Id of the order, with its leading '#'." }
const userId: JsonObject = { ...text, description: 'Id of the user.' }
const paymentMethodId: JsonObject = { ...text, description: "Id of one of the user's payment methods." }
const itemIds: JsonObject = { type: 'array', items: text, description: 'Ids of the items concerned.' }
const newItemIds: JsonObject = {
  type: 'array',
  items: text,
  description: 'Ids of the items to have instead, in the same order.',
}
const address: JsonObject = {
  address1: text,
  address2: { ...text, description: 'May be empty.' },
  city: text,
  state: text,
  country: text,
  zip: text,
}

/** The retail tools, described in our words. */
export const ownToolSchemas: readonly ToolSchema[] = [
  schema('calculate', 'Work out an arithmetic expression.', { expression: text }),
  schema('cancel_pending_order', 'Cancel a pending order and refund it. Needs a confirmation.', {
    order_id: orderId,
    reason: { ...text, enum: ['no longer needed', 'ordered by mistake'] },
  }),
  schema('exchange_delivered_order_items', 'Ask for an exchange of delivered items. Needs a confirmation.', {
    order_id: orderId,
    item_ids: itemIds,
    new_item_ids: newItemIds,
    payment_method_id: paymentMethodId,
  }),
  schema('find_user_id_by_email', 'Find a user by email address.', { email: text }),
  schema('find_user_id_by_name_zip', 'Find a user by name and zip code.', {
    first_name: text,
    last_name: text,
    zip: text,
  }),
  schema('get_order_details', 'Look up an order.', { order_id: orderId }),
  schema('get_product_details', 'Look up a product and its variants.', { product_id: text }),
  schema('get_user_details', 'Look up a user.', { user_id: userId }),
  schema('list_all_product_types', 'List all products with their ids.', {}),
  schema('modify_pending_order_address', 'Change where a pending order goes. Needs a confirmation.', {
    order_id: orderId,
    ...address,
  }),
  schema('modify_pending_order_items', 'Replace items of a pending order, once. Needs a confirmation.', {
    order_id: orderId,
    item_ids: itemIds,
    new_item_ids: newItemIds,
    payment_method_id: paymentMethodId,
  }),
  schema('modify_pending_order_payment', 'Change how a pending order is paid. Needs a confirmation.', {
    order_id: orderId,
    payment_method_id: paymentMethodId,
  }),
  schema('modify_user_address', "Change a user's own address. Needs a confirmation.", {
    user_id: userId,
    ...address,
  }),
  schema('return_delivered_order_items', 'Ask for a return of delivered items. Needs a confirmation.', {
    order_id: orderId,
    item_ids: itemIds,
    payment_method_id: paymentMethodId,
  }),
  schema('think', 'Note a thought. Changes nothing.', { thought: text }),
  schema('transfer_to_human_agents', 'Hand the user over to a person. Ends the conversation.', {
    summary: text,
  }),
]

function schema(name: string, description: string, properties: JsonObject): ToolSchema {
  const parameters = { type: 'object', properties, required: Object.keys(properties) }
  return { type: 'function', function: { name, description, parameters } }
}
