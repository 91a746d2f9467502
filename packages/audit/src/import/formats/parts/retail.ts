/** The write tools of τ-bench's retail domain, which its recordings do not mark. */
export const retailWriteTools: readonly string[] = [
  'cancel_pending_order',
  'exchange_delivered_order_items',
  'modify_pending_order_address',
  'modify_pending_order_items',
  'modify_pending_order_payment',
  'modify_user_address',
  'return_delivered_order_items',
]
