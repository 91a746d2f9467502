/** Resolves with the promise, which must not reject; rejects with the signal's reason where that is aborted before. */
export async function settledOrAborted(
  promise: Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise: first, resolve, reject } = Promise.withResolvers<void>()
  const stop = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  void promise.then(resolve)
  try {
    await first
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
