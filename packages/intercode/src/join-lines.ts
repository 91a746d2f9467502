/** The parts that are not empty, each from a line of its own on; a part that ends with a line break gets no other. */
export function joinLines(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((above, part) => (above === '' || above.endsWith('\n') ? above : `${above}\n`) + part, '')
}
