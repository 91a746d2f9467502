/** A name in an address, or as it is if it is not encoded as one. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
