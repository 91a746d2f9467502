import type { TaskAction, TauTask } from '../data/tasks.ts'
import type { PythonDict, PythonValue } from '../python/value.ts'

/** Four tasks: writes alone, writes with outputs, a question alone, and a hand-over. */
export const ownTasks: readonly TauTask[] = [
  {
    index: 0,
    user_id: 'ines_moreau_1001',
    instruction:
      'You are Ines Moreau, email ines.moreau@example.com, brisk and polite. You no longer need the single notebook you ordered and want that order cancelled. In your other order you want the broad black pen instead of the fine one, and you pay the difference with your gift card.',
    actions: [
      call('find_user_id_by_email', { email: 'ines.moreau@example.com' }),
      call('get_order_details', { order_id: '#W1000001' }),
      call('cancel_pending_order', { order_id: '#W1000001', reason: 'no longer needed' }),
      call('get_order_details', { order_id: '#W1000002' }),
      call('get_product_details', { product_id: '1000000009' }),
      call('modify_pending_order_items', {
        order_id: '#W1000002',
        item_ids: ['5000000003'],
        new_item_ids: ['1000000001'],
        payment_method_id: 'gift_card_1000001',
      }),
    ],
    outputs: [],
  },
  {
    index: 1,
    user_id: 'tomas_okafor_1002',
    instruction:
      'You are Tomas Okafor from zip code 73301 and do not remember your email. Everything in your delivered order goes back. You want to hear the exact sum that you will get, and which of the two things cost more.',
    actions: [
      call('find_user_id_by_name_zip', { first_name: 'Tomas', last_name: 'Okafor', zip: '73301' }),
      call('get_order_details', { order_id: '#W1000003' }),
      call('calculate', { expression: '68.45 + 47.0' }),
      call('return_delivered_order_items', {
        order_id: '#W1000003',
        item_ids: ['1000000021', '1000000001'],
        payment_method_id: 'paypal_1000003',
      }),
    ],
    outputs: ['115.45', 'lamp'],
  },
  {
    index: 2,
    user_id: 'yuki_brandt_1003',
    instruction:
      'You are Yuki Brandt, email yuki.brandt@example.com. You want the delivered notebook exchanged for the large one, with your gift card for the difference; if that does not work, you leave it and only ask how much is on the card.',
    actions: [
      call('find_user_id_by_email', { email: 'yuki.brandt@example.com' }),
      call('get_user_details', { user_id: 'yuki_brandt_1003' }),
      call('exchange_delivered_order_items', {
        order_id: '#W1000004',
        item_ids: ['1000000013'],
        new_item_ids: ['1000000012'],
        payment_method_id: 'gift_card_1000004',
      }),
    ],
    outputs: ['2'],
  },
  {
    index: 3,
    user_id: 'sol_andersen_1004',
    instruction:
      'You are Sol Andersen, email sol.andersen@example.com. Your pending order shall go to 5 Beacon Street, Boston, MA 02110, USA. Then you want the shop to repair a lamp that you bought elsewhere.',
    actions: [
      call('find_user_id_by_email', { email: 'sol.andersen@example.com' }),
      call('modify_pending_order_address', {
        order_id: '#W1000006',
        address1: '5 Beacon Street',
        address2: '',
        city: 'Boston',
        state: 'MA',
        country: 'USA',
        zip: '02110',
      }),
      call('transfer_to_human_agents', { summary: 'Wants a lamp from elsewhere repaired.' }),
    ],
    outputs: [],
  },
]

function call(name: string, kwargs: Readonly<Record<string, PythonValue>>): TaskAction {
  const dict: PythonDict = new Map(Object.entries(kwargs))
  return { name, kwargs: dict }
}
