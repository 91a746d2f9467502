import type { Tool } from '../../tool.ts'
import { calculate } from '../calculate/calculate.ts'
import { think } from '../think.ts'
import { transferToHumanAgents } from '../transfer-to-human-agents.ts'
import { cancelPendingOrder } from './cancel-pending-order.ts'
import { exchangeDeliveredOrderItems } from './exchange-delivered-order-items.ts'
import { findUserIdByEmail } from './find-user-id-by-email.ts'
import { findUserIdByNameZip } from './find-user-id-by-name-zip.ts'
import { getOrderDetails } from './get-order-details.ts'
import { getProductDetails } from './get-product-details.ts'
import { getUserDetails } from './get-user-details.ts'
import { listAllProductTypes } from './list-all-product-types.ts'
import { modifyPendingOrderAddress } from './modify-pending-order-address.ts'
import { modifyPendingOrderItems } from './modify-pending-order-items.ts'
import { modifyPendingOrderPayment } from './modify-pending-order-payment.ts'
import { modifyUserAddress } from './modify-user-address.ts'
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
