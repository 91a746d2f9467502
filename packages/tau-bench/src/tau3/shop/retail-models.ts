import { anyOf, bool, list, type Model, mapOf, model, oneOf, optional, text } from './model.ts'
import { float } from './pydantic-numbers.ts'

export const address: Model = model('UserAddress', {
  address1: text,
  address2: text,
  city: text,
  country: text,
  state: text,
  zip: text,
})

export const orderPayment: Model = model('OrderPayment', {
  transaction_type: oneOf('payment', 'refund'),
  amount: float,
  payment_method_id: text,
})

export const retailTables: Readonly<Record<string, Model>> = {
  products: model('Product', {
    name: text,
    product_id: text,
    variants: mapOf(model('Variant', { item_id: text, options: mapOf(text), available: bool, price: float })),
  }),
  users: model('User', {
    user_id: text,
    name: model('UserName', { first_name: text, last_name: text }),
    address,
    email: text,
    payment_methods: mapOf(
      anyOf(
        model('CreditCard', { source: oneOf('credit_card'), id: text, brand: text, last_four: text }),
        model('GiftCard', { source: oneOf('gift_card'), id: text, balance: float }),
        model('Paypal', { source: oneOf('paypal'), id: text }),
      ),
    ),
    orders: list(text),
  }),
  orders: model('Order', {
    order_id: text,
    user_id: text,
    address,
    items: list(
      model('OrderItem', { name: text, product_id: text, item_id: text, price: float, options: mapOf(text) }),
    ),
    status: text,
    fulfillments: list(model('OrderFullfilment', { tracking_id: list(text), item_ids: list(text) })),
    payment_history: list(orderPayment),
    cancel_reason: optional(text),
    exchange_items: optional(list(text)),
    exchange_new_items: optional(list(text)),
    exchange_payment_method_id: optional(text),
    exchange_price_difference: optional(float),
    return_items: optional(list(text)),
    return_payment_method_id: optional(text),
  }),
}
