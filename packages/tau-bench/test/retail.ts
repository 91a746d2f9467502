import { type Database, episodeDatabase } from '../src/data/open-database.ts'
import { retailTools } from '../src/tools/retail/index.ts'
import { baseOf, callIn } from './fixture.ts'

export { show } from './fixture.ts'

/** A database of a few records of our own, fresh for each test. */
export const openFixture = (): Database => episodeDatabase(base)

/** Calls a tool by its name. */
export function call(database: Database, name: string, kwargs: string): string | undefined {
  const tool = retailTools.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  return callIn('retail', database, tool, kwargs)
}

const base = baseOf({
  orders: `{
    "#W1": {
      "order_id": "#W1", "user_id": "ann_lee_1", "address": {"city": "Oslo"},
      "items": [
        {"name": "Mug", "product_id": "20", "item_id": "201", "price": 10.1, "options": {"color": "red"}},
        {"name": "Mug", "product_id": "20", "item_id": "202", "price": 20.3, "options": {"color": "blue"}},
        {"name": "Cap", "product_id": "10", "item_id": "101", "price": 15, "options": {}}
      ],
      "status": "pending",
      "payment_history": [{"transaction_type": "payment", "amount": 45.4, "payment_method_id": "gift_card_1"}]
    },
    "#W2": {
      "order_id": "#W2", "user_id": "ann_lee_1", "address": {"city": "Oslo"},
      "items": [
        {"name": "Mug", "product_id": "20", "item_id": "201", "price": 10.1, "options": {"color": "red"}},
        {"name": "Mug", "product_id": "20", "item_id": "201", "price": 10.1, "options": {"color": "red"}}
      ],
      "status": "delivered",
      "payment_history": [{"transaction_type": "payment", "amount": 20.2, "payment_method_id": "paypal_1"}]
    },
    "#W3": {
      "order_id": "#W3", "user_id": "bob_ray_2", "address": {"city": "Rome"},
      "items": [{"name": "Cap", "product_id": "10", "item_id": "101", "price": 15, "options": {}}],
      "status": "pending",
      "payment_history": [{"transaction_type": "payment", "amount": 15, "payment_method_id": "credit_card_2"}]
    },
    "#W4": {
      "order_id": "#W4", "user_id": "bob_ray_2", "address": {"city": "Rome"}, "items": [],
      "status": "pending", "payment_history": []
    }
  }`,
  products: `{
    "20": {"name": "Mug", "product_id": "20", "variants": {
      "201": {"item_id": "201", "options": {"color": "red"}, "available": true, "price": 10.1},
      "202": {"item_id": "202", "options": {"color": "blue"}, "available": true, "price": 20.3},
      "203": {"item_id": "203", "options": {"color": "gold"}, "available": true, "price": 99.9},
      "204": {"item_id": "204", "options": {"color": "gone"}, "available": false, "price": 1}
    }},
    "10": {"name": "Cap", "product_id": "10", "variants": {
      "101": {"item_id": "101", "options": {}, "available": true, "price": 15}
    }}
  }`,
  users: `{
    "ann_lee_1": {
      "name": {"first_name": "Ann", "last_name": "Lee"}, "email": "Ann.Lee@example.com",
      "address": {"city": "Oslo", "zip": "10001"},
      "payment_methods": {
        "gift_card_1": {"source": "gift_card", "balance": 60, "id": "gift_card_1"},
        "paypal_1": {"source": "paypal", "id": "paypal_1"}
      },
      "orders": ["#W1", "#W2"]
    },
    "bob_ray_2": {
      "name": {"first_name": "Bob", "last_name": "Ray"}, "email": "bob@example.com",
      "address": {"city": "Rome", "zip": "20002"},
      "payment_methods": {
        "credit_card_2": {"source": "credit_card", "id": "credit_card_2"},
        "gift_card_2": {"source": "gift_card", "balance": 15, "id": "gift_card_2"},
        "gift_card_3": {"source": "gift_card", "balance": 14.99, "id": "gift_card_3"}
      },
      "orders": ["#W3", "#W4"]
    }
  }`,
})
