import type { PolicyCall, PolicyMessage } from './policy.ts'

/** What a library is given of a message: an object that it keeps or drops as a whole, and what the object stands for. */
export interface Piece<T extends object = object> {
  readonly is: T
  readonly kind: 'text' | 'reasoning' | 'result' | 'call'
  readonly call?: PolicyCall | undefined
}

/**
 * The messages of which a library left some pieces, in its order: a message with all of its pieces is the same object, any
 * other a copy with what is left. `pieces` are those of each message.
 */
export function regroup(
  messages: readonly PolicyMessage[],
  pieces: readonly (readonly Piece[])[],
  left: readonly object[],
): readonly PolicyMessage[] {
  const places = new Map(
    pieces.flatMap((each, at) => each.map((piece) => [piece.is, { at, piece }] as const)),
  )
  const groups: { readonly at: number; readonly kept: Piece[] }[] = []
  for (const object of left) {
    const place = places.get(object)
    if (place === undefined) throw new TypeError('the library returned a part that it was not given')
    const group = groups.at(-1)
    if (group?.at === place.at) group.kept.push(place.piece)
    else groups.push({ at: place.at, kept: [place.piece] })
  }
  return groups.map(({ at, kept }) => {
    const message = messages[at] as PolicyMessage
    if (kept.length === pieces[at]?.length) return message
    const has = (kind: Piece['kind']): boolean => kept.some((piece) => piece.kind === kind)
    return {
      ...message,
      content: has('text') ? message.content : '',
      reasoning: has('reasoning') ? message.reasoning : undefined,
      calls: kept.flatMap(({ call }) => call ?? []),
    }
  })
}
