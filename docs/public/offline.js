// Answers from what the playground has kept when there is no network. The network comes first, so no page is old.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return
  event.respondWith(
    fetch(event.request).catch(async () => (await caches.match(event.request)) ?? Response.error()),
  )
})
