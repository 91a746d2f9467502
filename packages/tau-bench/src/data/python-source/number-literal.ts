/** The int or float that a Python number token stands for. Throws a `SyntaxError` for anything else. */
export function readNumber(token: string): bigint | number {
  const plain = token.replace(/(?<=[0-9a-fA-FxobXOB])_(?=[0-9a-fA-F])/g, '')
  if (int.test(plain)) return BigInt(plain)
  if (float.test(plain)) return Number(plain)
  throw new SyntaxError(`${token} is no int or float`)
}

const int = /^(?:[1-9][0-9]*|0+|0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/
const float = /^(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$/
