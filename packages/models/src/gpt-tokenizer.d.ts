/** gpt-tokenizer's declarations name this type of the DOM library, which this project does not load. */
declare global {
  interface TextDecoder {
    decode(input?: Uint8Array): string
  }
}

export {}
