import { contains, getItem } from '../../python/containers.ts'
import { formatValue } from '../../python/repr.ts'
import type { Tool } from '../../tool.ts'
import { setItem } from '../change.ts'
import { editRecord, findRecord } from '../records.ts'

/** Adds a certificate of any amount to the user's payment methods. Answers nothing if all three ids are taken. */
export const sendCertificate: Tool = {
  name: 'send_certificate',
  className: 'SendCertificate',
  parameters: ['user_id', 'amount'],
  run(database, kwargs) {
    const users = database.table('users')
    const userId = getItem(kwargs, 'user_id')
    const user = findRecord(users, userId)
    if (user === undefined) return 'Error: user not found'
    const taken = getItem(user, 'payment_methods')
    const id = certificateIds.find((certificateId) => !contains(taken, certificateId))
    if (id === undefined) return undefined
    const amount = getItem(kwargs, 'amount')
    const certificate = new Map([
      ['source', 'certificate'],
      ['amount', amount],
      ['id', id],
    ])
    setItem(getItem(editRecord(users, userId), 'payment_methods'), id, certificate)
    return `Certificate ${id} added to user ${formatValue(userId)} with amount ${formatValue(amount)}.`
  },
}

const certificateIds = ['certificate_3221322', 'certificate_3221323', 'certificate_3221324'] as const
