import type { Tool } from '../../tool.ts'
import { calculate } from '../calculate/calculate.ts'
import {
  getOrderDetails,
  getProductDetails,
  getUserDetails,
  think,
  transferToHumanAgents,
} from '../common.ts'
import { modifyPendingOrderAddress, modifyUserAddress } from './addresses.ts'
import { cancelPendingOrder } from './cancel-pending-order.ts'
import { exchangeDeliveredOrderItems, returnDeliveredOrderItems } from './delivered-order-items.ts'
import { findUserIdByEmail, findUserIdByNameZip, listAllProductTypes } from './look-ups.ts'
import { modifyPendingOrderItems, modifyPendingOrderPayment } from './modify-pending-order.ts'

export const retailTools: readonly Tool[] = [
  calculate,
  cancelPendingOrder,
  exchangeDeliveredOrderItems,
  findUserIdByEmail,
  findUserIdByNameZip,
  getOrderDetails,
  getProductDetails,
  getUserDetails,
  listAllProductTypes,
  modifyPendingOrderAddress,
  modifyPendingOrderItems,
  modifyPendingOrderPayment,
  modifyUserAddress,
  returnDeliveredOrderItems,
  think,
  transferToHumanAgents,
]
