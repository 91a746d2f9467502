import { KeptOutput } from '../kept-output.ts'

const longestCode = 3

/**
 * Reads one answer of the loop: output, then `<nonce> <exit code>\n`. The nonce is the command's own, so output cannot
 * end an answer by chance.
 */
export class Answer {
  readonly output: KeptOutput
  readonly #mark: Buffer
  #pending: Buffer = Buffer.alloc(0)

  constructor(nonce: string, keptBytes: number) {
    this.output = new KeptOutput(keptBytes)
    this.#mark = Buffer.from(`${nonce} `)
  }

  /** The exit code once the answer is whole; `undefined` until then; `malformed` if the loop would not say this. */
  add(chunk: Uint8Array): number | undefined | 'malformed' {
    const bytes = Buffer.concat([this.#pending, chunk])
    const at = bytes.indexOf(this.#mark)
    const outputEnd = at === -1 ? Math.max(0, bytes.length - this.#mark.length + 1) : at
    this.output.add(bytes.subarray(0, outputEnd))
    this.#pending = bytes.subarray(outputEnd)
    return at === -1 ? undefined : this.#readCode(this.#pending.toString('latin1', this.#mark.length))
  }

  /** Gives up waiting for the end: what looked like the beginning of one was output. */
  abandon(): void {
    this.output.add(this.#pending)
    this.#pending = Buffer.alloc(0)
  }

  #readCode(text: string): number | undefined | 'malformed' {
    if (/^\d{1,3}\n$/.test(text)) return Number(text)
    if (text.length <= longestCode && /^\d*$/.test(text)) return undefined
    this.#pending = Buffer.alloc(0)
    return 'malformed'
  }
}
