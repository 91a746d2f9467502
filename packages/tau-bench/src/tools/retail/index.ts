import type { Tool } from '../../tool.ts'
import { calculate } from '../calculate/calculate.ts'
import * as common from '../common.ts'
import { findUserIdByEmail, findUserIdByNameZip, listAllProductTypes } from './look-ups.ts'
import * as orders from './orders.ts'

/** In the official order, which a model is shown. */
export const retailTools: readonly Tool[] = [
  calculate,
  orders.cancelPendingOrder,
  orders.exchangeDeliveredOrderItems,
  findUserIdByEmail,
  findUserIdByNameZip,
  common.getOrderDetails,
  common.getProductDetails,
  common.getUserDetails,
  listAllProductTypes,
  orders.modifyPendingOrderAddress,
  orders.modifyPendingOrderItems,
  orders.modifyPendingOrderPayment,
  orders.modifyUserAddress,
  orders.returnDeliveredOrderItems,
  common.think,
  common.transferToHumanAgents,
]
