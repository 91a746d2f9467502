import type { Database } from '../../data/open-database.ts'
import { add, subtract } from '../../python/arithmetic.ts'
import { compare, equals, isTruthy } from '../../python/compare.ts'
import { contains, copyValue, count, dictOf, iterate, length, toKey } from '../../python/containers.ts'
import { roundHalfEven } from '../../python/round.ts'
import { f, sortedTexts } from '../../python/text/format.ts'
import type { PythonDict, PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { Refusal, type Tool } from '../../tool.ts'
import { findUserIdByEmail, findUserIdByNameZip, listAllProductTypes } from '../../tools/retail/look-ups.ts'
import { make } from './model.ts'
import { address, orderPayment } from './retail-models.ts'
import { edit, member, raise, read, type ShopTool, shopTool } from './shop-tool.ts'

function orderOf(database: Database, id: PythonValue): PythonDict {
  return edit(database, 'orders', id, 'Order not found')
}

function userOf(database: Database, id: ReadonlyValue): PythonDict {
  return edit(database, 'users', id, 'User not found')
}

function orderWith(database: Database, id: PythonValue, status: string, refusal: string): PythonDict {
  const order = orderOf(database, id)
  return order.get('status') === status ? order : raise(refusal)
}

function pendingOrder(database: Database, id: PythonValue): PythonDict {
  const order = orderOf(database, id)
  return contains(order.get('status') ?? null, 'pending')
    ? order
    : raise('Non-pending order cannot be modified')
}

function methodOf(database: Database, order: PythonDict, id: PythonValue): PythonDict {
  const methods = userOf(database, order.get('user_id') ?? null).get('payment_methods') as PythonDict
  return (member(methods, id) ?? raise('Payment method not found')) as PythonDict
}

function isGiftCard(method: PythonDict): boolean {
  return method.get('source') === 'gift_card'
}

function addTo(method: PythonDict, amount: PythonValue): void {
  if (!isGiftCard(method)) return
  method.set('balance', roundHalfEven(Number(add(method.get('balance') ?? null, amount)), 2))
}

function requireBalance(method: PythonDict, amount: PythonValue, refusal: string): void {
  if (isGiftCard(method) && compare(method.get('balance') ?? null, '<', amount)) raise(refusal)
}

function history(order: PythonDict): PythonDict[] {
  return order.get('payment_history') as PythonDict[]
}

function paid(type: 'payment' | 'refund', amount: PythonValue, method: PythonValue): PythonDict {
  return make(orderPayment, dictOf({ transaction_type: type, amount, payment_method_id: method }))
}

const cancel = shopTool('cancel_pending_order', 'order_id reason', (database, { order_id, reason }) => {
  const order = orderWith(database, order_id, 'pending', 'Non-pending order cannot be cancelled')
  if (!['no longer needed', 'ordered by mistake'].includes(toKey(reason) ?? '')) raise('Invalid reason')
  const refunds = history(order).map((payment) => {
    const [amount = null, id = null] = [payment.get('amount'), payment.get('payment_method_id')]
    addTo(methodOf(database, order, id), amount)
    return paid('refund', amount, id)
  })
  order.set('status', 'cancelled')
  order.set('cancel_reason', reason)
  history(order).push(...refunds)
  return order
})

/** Requires that the order has each item as often as it is listed. */
function requireItems(order: PythonDict, ids: PythonValue, refusal: (id: PythonValue) => string): void {
  const all = (order.get('items') as PythonDict[]).map((item) => item.get('item_id') ?? null)
  for (const id of iterate(ids)) if (count(ids, id) > count(all, id)) raise(refusal(id))
}

interface Change {
  readonly from: PythonValue
  readonly to: PythonValue
  readonly variant: ReadonlyDict
}

/** Each item with what it becomes, and what that costs. */
function changesOf(
  database: Database,
  order: PythonDict,
  { item_ids, new_item_ids }: Readonly<Record<'item_ids' | 'new_item_ids', PythonValue>>,
  check: (from: PythonValue, to: PythonValue) => void = () => {},
): { readonly changes: readonly Change[]; readonly difference: PythonValue } {
  const after = iterate(new_item_ids)
  let difference: PythonValue = 0n
  const changes = iterate(item_ids).map((from, index): Change => {
    const to = after[index] ?? null
    check(from, to)
    const item = itemOf(order, from)
    const product = read(database, 'products', item.get('product_id') ?? null, 'Product not found')
    const variant = (member(product.get('variants') as ReadonlyDict, to) ??
      raise('Variant not found')) as ReadonlyDict
    if (!isTruthy(variant.get('available') ?? null)) raise(f`New item ${to} not found or available`)
    const more = subtract(variant.get('price') ?? null, item.get('price') ?? null)
    difference = add(difference, more)
    return { from, to, variant }
  })
  return { changes, difference }
}

function itemOf(order: PythonDict, id: PythonValue): PythonDict {
  const items = order.get('items') as PythonDict[]
  return items.find((item) => equals(item.get('item_id') ?? null, id)) ?? raise(f`Item ${id} not found`)
}

function rounded(value: PythonValue): PythonValue {
  return typeof value === 'number' ? roundHalfEven(value, 2) : value
}

function sorted(ids: PythonValue): PythonValue {
  return sortedTexts(iterate(ids) as string[])
}

const exchange = shopTool(
  'exchange_delivered_order_items',
  'order_id item_ids new_item_ids payment_method_id',
  (database, args) => {
    const { order_id, item_ids, new_item_ids, payment_method_id } = args
    const order = orderWith(database, order_id, 'delivered', 'Non-delivered order cannot be exchanged')
    requireItems(order, item_ids, (id) => f`Number of ${id} not found.`)
    if (length(item_ids) !== length(new_item_ids)) raise('The number of items to be exchanged should match.')
    const difference = rounded(changesOf(database, order, args).difference)
    const method = methodOf(database, order, payment_method_id)
    requireBalance(method, difference, 'Insufficient gift card balance to pay for the price difference')
    order.set('status', 'exchange requested')
    order.set('exchange_items', sorted(item_ids))
    order.set('exchange_new_items', sorted(new_item_ids))
    order.set('exchange_payment_method_id', payment_method_id)
    order.set('exchange_price_difference', difference)
    return order
  },
)

const modifyItems = shopTool(
  'modify_pending_order_items',
  'order_id item_ids new_item_ids payment_method_id',
  (database, args) => {
    const { order_id, item_ids, new_item_ids, payment_method_id } = args
    const order = orderWith(database, order_id, 'pending', 'Non-pending order cannot be modified')
    requireItems(order, item_ids, (id) => f`${id} not found`)
    if (length(item_ids) !== length(new_item_ids)) raise('The number of items to be exchanged should match')
    const { changes, difference } = changesOf(database, order, args, (from, to) => {
      if (equals(from, to)) raise('The new item id should be different from the old item id')
    })
    const method = methodOf(database, order, payment_method_id)
    requireBalance(method, difference, 'Insufficient gift card balance to pay for the new item')
    const isMore = compare(difference, '>', 0n)
    const size = isMore ? difference : subtract(0n, difference)
    history(order).push(paid(isMore ? 'payment' : 'refund', size, payment_method_id))
    addTo(method, subtract(0n, difference))
    // As officially, every item gets the price and options of the last new one.
    const last = changes.at(-1)?.variant
    for (const { from, to } of changes) {
      const item = itemOf(order, from)
      item.set('item_id', to)
      item.set('price', (last?.get('price') ?? null) as PythonValue)
      item.set('options', copyValue(last?.get('options') ?? null))
    }
    order.set('status', 'pending (item modified)')
    return order
  },
)

const modifyPayment = shopTool(
  'modify_pending_order_payment',
  'order_id payment_method_id',
  (database, { order_id, payment_method_id }) => {
    const order = pendingOrder(database, order_id)
    const method = methodOf(database, order, payment_method_id)
    const [first, ...others] = history(order)
    if (first?.get('transaction_type') !== 'payment' || others.length > 0)
      raise('There should be exactly one payment for a pending order')
    const [before = null, amount = null] = [first.get('payment_method_id'), first.get('amount')]
    if (equals(before, payment_method_id))
      raise('The new payment method should be different from the current one')
    requireBalance(method, amount, 'Insufficient gift card balance to pay for the order')
    history(order).push(paid('payment', amount, payment_method_id), paid('refund', amount, before))
    addTo(method, subtract(0n, amount))
    addTo(methodOf(database, order, before), amount)
    return order
  },
)

const returnItems = shopTool(
  'return_delivered_order_items',
  'order_id item_ids payment_method_id',
  (database, { order_id, item_ids, payment_method_id }) => {
    const order = orderWith(database, order_id, 'delivered', 'Non-delivered order cannot be returned')
    const method = methodOf(database, order, payment_method_id)
    const original = history(order)[0]?.get('payment_method_id') ?? null
    if (!isGiftCard(method) && !equals(payment_method_id, original))
      raise('Payment method should be the original payment method')
    requireItems(order, item_ids, () => 'Some item not found')
    order.set('status', 'return requested')
    order.set('return_items', sorted(item_ids))
    order.set('return_payment_method_id', payment_method_id)
    return order
  },
)

/** A tool that gives an order or a user another address. */
function readdress(name: string, key: string, find: (database: Database, id: PythonValue) => PythonDict) {
  return shopTool(
    name,
    `${key} address1 address2 city state country zip`,
    (database, { [key]: id = null, ...fields }) => {
      const record = find(database, id)
      record.set('address', make(address, dictOf(fields)))
      return record
    },
  )
}

/** A tool of version 1, whose refusal is an error here and begins with a capital letter. */
function fromFirstVersion(tool: Tool): ShopTool {
  return {
    ...tool,
    run(database, args) {
      try {
        return tool.run(database, args) ?? null
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return raise(error.message.replace(/^./, (letter) => letter.toUpperCase()))
      }
    },
  }
}

const itemDetails = shopTool('get_item_details', 'item_id', (database, { item_id }) => {
  for (const [, product] of database.table('products').entries()) {
    const variant = member(product.get('variants') as ReadonlyDict, item_id)
    if (variant !== undefined) return variant
  }
  return raise('Item not found')
})

const retailLookUps: readonly ShopTool[] = [
  ...[findUserIdByNameZip, findUserIdByEmail, listAllProductTypes].map(fromFirstVersion),
  itemDetails,
]

export const retailTools: readonly ShopTool[] = [
  cancel,
  exchange,
  modifyItems,
  modifyPayment,
  returnItems,
  readdress('modify_pending_order_address', 'order_id', pendingOrder),
  readdress('modify_user_address', 'user_id', userOf),
  ...retailLookUps,
  shopTool('get_order_details', 'order_id', (database, { order_id }) => orderOf(database, order_id)),
  shopTool('get_product_details', 'product_id', (database, { product_id }) =>
    read(database, 'products', product_id, 'Product not found'),
  ),
  shopTool('get_user_details', 'user_id', (database, { user_id }) => userOf(database, user_id)),
]
