import type { DatabaseBase } from '../data/open-database.ts'
import { toTable } from '../data/open-database.ts'
import { parsePythonJson } from '../python/text/parse-json.ts'

/**
 * A small stationery shop in the official form: ids that JavaScript would sort before others, a price that is an integral
 * float.
 */
export function ownDatabase(): DatabaseBase {
  return new Map(
    Object.entries({ orders, products, users }).map(([name, text]) => [name, toTable(parsePythonJson(text))]),
  )
}

const products = `{
  "1000000009": {"name": "Fountain Pen", "product_id": "1000000009", "variants": {
    "5000000003": {"item_id": "5000000003", "options": {"nib": "fine", "color": "black"}, "available": true, "price": 41.5},
    "1000000001": {"item_id": "1000000001", "options": {"nib": "broad", "color": "black"}, "available": true, "price": 47.0},
    "1000000002": {"item_id": "1000000002", "options": {"nib": "fine", "color": "green"}, "available": false, "price": 39.9}
  }},
  "20": {"name": "Notebook", "product_id": "20", "variants": {
    "5000000011": {"item_id": "5000000011", "options": {"size": "A5", "ruling": "plain"}, "available": true, "price": 12.25},
    "1000000012": {"item_id": "1000000012", "options": {"size": "A4", "ruling": "plain"}, "available": true, "price": 17.6},
    "1000000013": {"item_id": "1000000013", "options": {"size": "A5", "ruling": "dotted"}, "available": true, "price": 13.1}
  }},
  "1000000007": {"name": "Desk Lamp", "product_id": "1000000007", "variants": {
    "1000000021": {"item_id": "1000000021", "options": {"bulb": "warm"}, "available": true, "price": 68.45},
    "1000000022": {"item_id": "1000000022", "options": {"bulb": "cold"}, "available": true, "price": 64.2}
  }}
}`

const users = `{
  "ines_moreau_1001": {
    "name": {"first_name": "Ines", "last_name": "Moreau"},
    "address": {"address1": "8 Harbour Row", "address2": "", "city": "Portland", "country": "USA", "state": "OR", "zip": "97201"},
    "email": "ines.moreau@example.com",
    "payment_methods": {
      "gift_card_1000001": {"source": "gift_card", "balance": 30, "id": "gift_card_1000001"},
      "credit_card_1000002": {"source": "credit_card", "brand": "visa", "last_four": "4821", "id": "credit_card_1000002"}
    },
    "orders": ["#W1000001", "#W1000002"]
  },
  "tomas_okafor_1002": {
    "name": {"first_name": "Tomas", "last_name": "Okafor"},
    "address": {"address1": "77 Mill Lane", "address2": "Unit 5", "city": "Austin", "country": "USA", "state": "TX", "zip": "73301"},
    "email": "tomas.okafor@example.com",
    "payment_methods": {"paypal_1000003": {"source": "paypal", "id": "paypal_1000003"}},
    "orders": ["#W1000003"]
  },
  "yuki_brandt_1003": {
    "name": {"first_name": "Yuki", "last_name": "Brandt"},
    "address": {"address1": "3 Elm Court", "address2": "", "city": "Denver", "country": "USA", "state": "CO", "zip": "80014"},
    "email": "yuki.brandt@example.com",
    "payment_methods": {
      "gift_card_1000004": {"source": "gift_card", "balance": 2, "id": "gift_card_1000004"},
      "paypal_1000005": {"source": "paypal", "id": "paypal_1000005"}
    },
    "orders": ["#W1000004", "#W1000005"]
  },
  "sol_andersen_1004": {
    "name": {"first_name": "Sol", "last_name": "Andersen"},
    "address": {"address1": "19 Quarry Road", "address2": "", "city": "Boston", "country": "USA", "state": "MA", "zip": "02108"},
    "email": "sol.andersen@example.com",
    "payment_methods": {"credit_card_1000006": {"source": "credit_card", "brand": "mastercard", "last_four": "0093", "id": "credit_card_1000006"}},
    "orders": ["#W1000006"]
  }
}`

const portland = `{"address1": "8 Harbour Row", "address2": "", "city": "Portland", "country": "USA", "state": "OR", "zip": "97201"}`
const austin = `{"address1": "77 Mill Lane", "address2": "Unit 5", "city": "Austin", "country": "USA", "state": "TX", "zip": "73301"}`
const denver = `{"address1": "3 Elm Court", "address2": "", "city": "Denver", "country": "USA", "state": "CO", "zip": "80014"}`
const boston = `{"address1": "19 Quarry Road", "address2": "", "city": "Boston", "country": "USA", "state": "MA", "zip": "02108"}`

const orders = `{
  "#W1000001": {
    "order_id": "#W1000001", "user_id": "ines_moreau_1001", "address": ${portland},
    "items": [{"name": "Notebook", "product_id": "20", "item_id": "5000000011", "price": 12.25, "options": {"size": "A5", "ruling": "plain"}}],
    "fulfillments": [], "status": "pending",
    "payment_history": [{"transaction_type": "payment", "amount": 12.25, "payment_method_id": "gift_card_1000001"}]
  },
  "#W1000002": {
    "order_id": "#W1000002", "user_id": "ines_moreau_1001", "address": ${portland},
    "items": [
      {"name": "Fountain Pen", "product_id": "1000000009", "item_id": "5000000003", "price": 41.5, "options": {"nib": "fine", "color": "black"}},
      {"name": "Notebook", "product_id": "20", "item_id": "1000000012", "price": 17.6, "options": {"size": "A4", "ruling": "plain"}}
    ],
    "fulfillments": [], "status": "pending",
    "payment_history": [{"transaction_type": "payment", "amount": 59.1, "payment_method_id": "credit_card_1000002"}]
  },
  "#W1000003": {
    "order_id": "#W1000003", "user_id": "tomas_okafor_1002", "address": ${austin},
    "items": [
      {"name": "Desk Lamp", "product_id": "1000000007", "item_id": "1000000021", "price": 68.45, "options": {"bulb": "warm"}},
      {"name": "Fountain Pen", "product_id": "1000000009", "item_id": "1000000001", "price": 47.0, "options": {"nib": "broad", "color": "black"}}
    ],
    "fulfillments": [], "status": "delivered",
    "payment_history": [{"transaction_type": "payment", "amount": 115.45, "payment_method_id": "paypal_1000003"}]
  },
  "#W1000004": {
    "order_id": "#W1000004", "user_id": "yuki_brandt_1003", "address": ${denver},
    "items": [{"name": "Notebook", "product_id": "20", "item_id": "1000000013", "price": 13.1, "options": {"size": "A5", "ruling": "dotted"}}],
    "fulfillments": [], "status": "delivered",
    "payment_history": [{"transaction_type": "payment", "amount": 13.1, "payment_method_id": "paypal_1000005"}]
  },
  "#W1000005": {
    "order_id": "#W1000005", "user_id": "yuki_brandt_1003", "address": ${denver},
    "items": [{"name": "Desk Lamp", "product_id": "1000000007", "item_id": "1000000022", "price": 64.2, "options": {"bulb": "cold"}}],
    "fulfillments": [], "status": "processed",
    "payment_history": [{"transaction_type": "payment", "amount": 64.2, "payment_method_id": "paypal_1000005"}]
  },
  "#W1000006": {
    "order_id": "#W1000006", "user_id": "sol_andersen_1004", "address": ${boston},
    "items": [{"name": "Desk Lamp", "product_id": "1000000007", "item_id": "1000000021", "price": 68.45, "options": {"bulb": "warm"}}],
    "fulfillments": [], "status": "pending",
    "payment_history": [{"transaction_type": "payment", "amount": 68.45, "payment_method_id": "credit_card_1000006"}]
  }
}`
