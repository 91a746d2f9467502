import { expect, test } from 'vitest'
import { messagesOf } from './messages.ts'

test('images and files follow the text', () => {
  const image = { type: 'image', mediaType: 'image/png', data: 'QUJD' } as const
  const file = { type: 'file', mediaType: 'application/pdf', data: 'UERG', name: 'a.pdf' } as const
  expect(messagesOf([{ role: 'user', text: 'Look.', parts: [image, file] }], [])).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,UERG' } },
      ],
    },
  ])
})
