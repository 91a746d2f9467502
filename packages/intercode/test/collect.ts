/** All that the generator yields. */
export async function collect<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const collected: T[] = []
  for await (const value of values) collected.push(value)
  return collected
}
