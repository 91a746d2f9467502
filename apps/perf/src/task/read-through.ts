let sum = 0

/**
 * Makes the engine lay a text out in memory, as sending it would: joined strings are lazy until they are read.
 * What was read is kept, so that the call is not optimised away.
 */
export function readThrough(text: string): number {
  sum = (sum + text.charCodeAt(text.length - 1)) | 0
  return sum
}
