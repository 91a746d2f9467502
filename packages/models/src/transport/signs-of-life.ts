import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Called with each piece of a body that an attempt receives, whatever the piece says: SDKs pass neither comments nor
 * keep-alives on.
 */
export const signsOfLife: AsyncLocalStorage<() => void> = new AsyncLocalStorage()
