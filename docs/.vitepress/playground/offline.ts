/** Keeps the page and all that it has loaded, so that it opens again without a network. Does nothing where that is not allowed. */
export async function keepForOffline(base: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const kept = await caches.open('playground')
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const own = loaded.filter((url) => new URL(url).origin === location.origin)
    await kept.addAll([location.pathname, ...new Set(own)])
    await navigator.serviceWorker.register(`${base}offline.js`)
  } catch {
    // a private window, or a page that is not secure: it works as long as it stays open
  }
}
