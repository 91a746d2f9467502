/** Passes the text of one reply on to a listener. */
export interface Teller {
  /** Takes the next piece of the reply. */
  add(piece: string): void
  /** Tells what the listener has not heard of the whole reply. */
  end(reply: string): void
}

/**
 * Passes text on while it is written, without the given words and what follows them: an end that could begin one is held back until the
 * next piece. If the reply turns out not to begin with the pieces, nothing more is told.
 */
export function wordTeller(listener: (piece: string) => void, words: readonly string[]): Teller {
  let told = ''
  let held = ''
  const tell = (text: string): void => {
    if (text === '') return
    told += text
    listener(text)
  }
  return {
    add(piece) {
      held += piece
      const length = safeLength(held, words)
      const safe = held.slice(0, length)
      held = held.slice(length)
      tell(safe)
    },
    end(reply) {
      if (reply.startsWith(told)) tell(reply.slice(told.length))
    },
  }
}

/** How much of the text holds neither a word nor the beginning of one that the text ends with. */
function safeLength(text: string, words: readonly string[]): number {
  return Math.min(text.length, ...words.map((word) => startOf(word, text)))
}

function startOf(word: string, text: string): number {
  const found = text.indexOf(word)
  if (found !== -1) return found
  const first = Math.max(0, text.length - word.length + 1)
  for (let start = first; start < text.length; start += 1)
    if (word.startsWith(text.slice(start))) return start
  return text.length
}
