import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withLoopback } from '../../test/loopback.ts'
import { carefulFetch } from './careful-fetch.ts'

const mebibyte = 2 ** 20
const packed = gzipSync(Buffer.alloc(65 * mebibyte))

test('a body is read up to 64 MiB, unpacked', () =>
  withLoopback(
    [{ text: 'a'.repeat(64 * mebibyte) }, { text: 'a'.repeat(65 * mebibyte) }],
    async ({ url }) => {
      expect((await (await carefulFetch(url)).text()).length).toBe(64 * mebibyte)
      await expect(carefulFetch(url).then((response) => response.text())).rejects.toMatchObject({
        name: 'ProviderError',
        message: 'the response is longer than 64 MiB',
        retryable: false,
        mayBeCharged: true,
      })
    },
  ))

test('a small body that unpacks to a large one is too long', () =>
  withLoopback([{ bytes: packed, headers: { 'content-encoding': 'gzip' } }], async ({ url }) => {
    expect(packed.length).toBeLessThan(mebibyte)
    await expect(carefulFetch(url).then((response) => response.text())).rejects.toThrow('longer than 64 MiB')
  }))
