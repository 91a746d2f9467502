const order = {
  order_id: '#W1',
  user_id: 'ada_1',
  address: { address1: '1 Road', address2: '', city: 'Bern', country: 'CH', state: 'BE', zip: '3000' },
  items: [{ name: 'Lamp', product_id: 'p1', item_id: 'i1', price: 10, options: { color: 'red' } }],
  status: 'pending',
  fulfillments: [],
  payment_history: [{ transaction_type: 'payment', amount: 10, payment_method_id: 'g1' }],
  extra: 'dropped',
}
const variant = (id: string, price: number) => ({
  item_id: id,
  options: { color: id },
  available: true,
  price,
})
const retail = {
  products: {
    p1: { name: 'Lamp', product_id: 'p1', variants: { i1: variant('i1', 10), i2: variant('i2', 12.5) } },
  },
  users: {
    ada_1: {
      user_id: 'ada_1',
      name: { first_name: 'Ada', last_name: 'Lund' },
      address: order.address,
      email: 'ada@example.com',
      payment_methods: { g1: { source: 'gift_card', id: 'g1', balance: 50 } },
      orders: ['#W1'],
    },
  },
  orders: { '#W1': order },
}

const reservation = {
  reservation_id: 'R1',
  user_id: 'ada_1',
  origin: 'SFO',
  destination: 'JFK',
  flight_type: 'one_way',
  cabin: 'economy',
  flights: [{ origin: 'SFO', destination: 'JFK', flight_number: 'F1', date: '2024-05-20', price: 100 }],
  passengers: [{ first_name: 'Ada', last_name: 'Lund', dob: '1990-01-01' }],
  payment_history: [{ payment_id: 'g1', amount: 100 }],
  created_at: '2024-05-01T00:00:00',
  total_baggages: 0,
  nonfree_baggages: 0,
  insurance: 'no',
}
const airline = {
  flights: {
    F1: {
      flight_number: 'F1',
      origin: 'SFO',
      destination: 'JFK',
      scheduled_departure_time_est: '06:00:00',
      scheduled_arrival_time_est: '10:00:00',
      dates: {
        '2024-05-20': {
          status: 'available',
          available_seats: { economy: 2, business: 0, basic_economy: 9 },
          prices: { economy: 100, business: 300, basic_economy: 50 },
        },
        '2024-05-21': { status: 'cancelled' },
      },
    },
  },
  users: {
    ada_1: {
      ...retail.users.ada_1,
      orders: undefined,
      dob: '1990-01-01',
      payment_methods: { g1: { source: 'gift_card', id: 'g1', amount: 500 } },
      saved_passengers: [],
      membership: 'gold',
      reservations: ['R1'],
    },
  },
  reservations: { R1: reservation },
}

const tools = {
  airline: [
    'book_reservation',
    'cancel_reservation',
    'get_flight_status',
    'search_direct_flight',
    'calculate',
  ],
  retail: [
    'cancel_pending_order',
    'modify_pending_order_items',
    'get_order_details',
    'find_user_id_by_email',
  ],
}

/** The parts of a small airline and a small shop, by path. */
export function smallShops(): Record<string, string> {
  const parts = (name: 'airline' | 'retail', db: object, action: object) => ({
    [`${name}/db.json`]: JSON.stringify(db),
    [`${name}/policy.md`]: 'Be kind.\n',
    [`${name}/tools.json`]: JSON.stringify({
      agent: tools[name].map((each) => ({
        type: 'function',
        function: { name: each, description: each, parameters: { type: 'object', properties: {} } },
      })),
      kinds: Object.fromEntries(
        tools[name].map((each) => [each, { mutates_state: /cancel|modify|book/.test(each) }]),
      ),
    }),
    [`${name}/tasks.json`]: JSON.stringify([
      {
        id: '0',
        user_scenario: {
          instructions: {
            domain: name,
            reason_for_call: 'Cancel it.',
            known_info: 'You are Ada.',
            task_instructions: 'Be short.',
          },
        },
        evaluation_criteria: {
          actions: [action],
          communicate_info: ['42'],
          reward_basis: ['DB', 'COMMUNICATE'],
        },
      },
    ]),
  })
  return {
    ...parts('airline', airline, { name: 'cancel_reservation', arguments: { reservation_id: 'R1' } }),
    ...parts('retail', retail, {
      name: 'cancel_pending_order',
      arguments: { order_id: '#W1', reason: 'no longer needed' },
    }),
  }
}
