import { describe, expect, test } from 'vitest'
import { piecesIn } from './pieces.ts'

const textsIn = (text: string): readonly string[] => piecesIn(text).map(({ text: piece }) => piece)

describe('facts inside an argument', () => {
  test.each<[string, readonly string[]]>([
    [
      'cat /tmp/ferry/run-7f31.log 2>/dev/null | grep -n "OST-0412"',
      ['/tmp/ferry/run-7f31.log', 'run-7f31', 'OST-0412'],
    ],
    ['pnpm --filter tide test', []],
    ['curl -s http://localhost:48123/items/r-5581-ebb?limit=100', ['48123', 'r-5581-ebb']],
    ['https://quay.example/v2/items/41426?full=true', ['41426']],
    ['psql -h 10.4.0.17 -p 54321 < harbours.sql', ['10.4.0.17', '54321', 'harbours.sql']],
    ['{"revision": "r-5581-ebb", "count": 3}', ['r-5581-ebb']],
    ['git commit -m "fix FER-2291" && git push origin main', ['FER-2291']],
    ['ssh deploy@db2.quay.example -- uptime', ['deploy@db2.quay.example']],
    ['git revert 9a1c0ff --no-edit', ['9a1c0ff']],
  ])('%s', (text, pieces) => {
    expect(textsIn(text)).toEqual(expect.arrayContaining([...pieces]))
    const others = textsIn(text).filter((piece) => !pieces.includes(piece))
    for (const other of others) expect(pieces.some((piece) => other.includes(piece))).toBe(true)
  })

  test.each([
    '/srv/ferry/src/board.ts',
    'node --version > /dev/null && cat package.json',
    'sed -n 120,180p src/index.ts and/or head -2000',
    'iconv -f utf-8 -t iso-8859-1; sha-256 x86_64 2026-03-09 3.14159 v1.2.3',
    'const total = Math.max(a.b, process.env.PORT ?? 8080)',
  ])('none in %s', (text) => {
    expect(textsIn(text)).toEqual(text.includes('src/index.ts') ? ['src/index.ts'] : [])
  })

  test('a piece tells how many others lie inside it', () => {
    expect(piecesIn('cat /srv/k-31-x/run-7f31.log').map(({ inside }) => inside)).toEqual([2, 0, 0])
  })
})
