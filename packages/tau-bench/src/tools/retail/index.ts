import type { Tool } from '../../tool.ts'
import { calculate } from '../calculate/calculate.ts'
import { getOrderDetails, getProductDetails, getUserDetails } from '../get-details.ts'
import { think } from '../think.ts'
import { transferToHumanAgents } from '../transfer-to-human-agents.ts'
import { modifyPendingOrderAddress, modifyUserAddress } from './addresses.ts'
import { cancelPendingOrder } from './cancel-pending-order.ts'
import { exchangeDeliveredOrderItems } from './exchange-delivered-order-items.ts'
import { findUserIdByEmail, findUserIdByNameZip } from './find-user.ts'
import { listAllProductTypes } from './list-all-product-types.ts'
import { modifyPendingOrderItems } from './modify-pending-order-items.ts'
import { modifyPendingOrderPayment } from './modify-pending-order-payment.ts'
import { returnDeliveredOrderItems } from './return-delivered-order-items.ts'

/** All tools of the retail domain, in the official order. */
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
