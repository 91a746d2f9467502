/** A namespace of Durable Objects, as Cloudflare's types have it. */
export interface ObjectNamespace {
  idFromName(name: string): unknown
  get(id: never): { fetch(request: Request): Promise<Response> }
}

/**
 * Hands a request `/<session>/<what>` to the object of the session: `POST tell` with a `SessionCommand` as JSON, which answers with
 * the turn, or its events if the request accepts `text/event-stream`, or at once if it prefers `respond-async`; `POST stop`;
 * `GET view`; `GET records`.
 */
export async function routeToSessions(request: Request, namespace: ObjectNamespace): Promise<Response> {
  const [, session = ''] = new URL(request.url).pathname.split('/')
  if (session === '') return new Response('Not found', { status: 404 })
  return await namespace.get(namespace.idFromName(decodeURIComponent(session)) as never).fetch(request)
}
