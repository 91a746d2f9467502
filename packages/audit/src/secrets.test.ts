import { expect, test } from 'vitest'
import { hideSecrets } from './secrets.ts'

test.each([
  ['use sk-abcdefghijkl1234 now', 'use (19 characters) now'],
  ['curl -H "Authorization: Bearer abc.def.ghi" x', 'curl -H "Authorization: (18 characters)" x'],
  ['PASSWORD: hunter2 ok', 'PASSWORD: (7 characters) ok'],
  ['export AWS_SECRET_ACCESS_KEY=wJalr/K7+x', 'export AWS_SECRET_ACCESS_KEY=(10 characters)'],
  ['postgres://u:p4ss@h/db', 'postgres://u:(4 characters)@h/db'],
  ['{"api_key": "abcd efgh"}', '{"api_key": (11 characters)}'],
  ['a\n-----BEGIN RSA PRIVATE KEY-----\nabc', 'a\n(35 characters)'],
  ['the token is abc123xyz', 'the token is (9 characters)'],
  ['mysql --password hunter2', 'mysql --password (7 characters)'],
  ['ghp_abcdefghijklmnopqrstuvwxyz012345', '(36 characters)'],
])('hides the secret in %s', (text, shown) => {
  expect(hideSecrets(text)).toBe(shown)
})

test.each(['2,000 tokens: fine', 'a tokenizer = fast', 'src/secrets.ts', 'pnpm --filter tide test'])(
  'leaves %s alone',
  (text) => {
    expect(hideSecrets(text)).toBe(text)
  },
)
