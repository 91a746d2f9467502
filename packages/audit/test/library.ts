import type { Episode } from '../src/episode.ts'
import { episodeOf, type Line } from './simulation.ts'

/** Made-up episodes of a library desk: a member says who they are, borrows some books, and leaves an address. */
export function libraryEpisode(number: number): Episode {
  const member = `MB-${4000 + 7 * number}`
  const name = ['Ada Byron', 'Emmy Noether', 'Kurt Weyl', 'Sofia Kova'][number % 4] as string
  const copies = [1, 2, 3].map((copy) => `copy_${number % 50}${copy}${1000 + number}`)
  const loans = copies.slice(0, 1 + (number % 3))
  const lines: Line[] = [
    { user: `Hello, my name is ${name} and my card is ${member}.` },
    { agent: 'What would you like to borrow?' },
    { user: 'Something to read, please.' },
    { agent: '', calls: [['find_member', { card: member, name }]] },
    { result: { member, branch: `branch_${number % 9}000`, notes: 'x'.repeat(40) } },
    { agent: '', calls: [['search', { kind: 'novel' }]] },
    { result: { shelf: `shelf ${number}`, copies } },
    { agent: 'I have several. Which?' },
    { user: 'Anything is fine.' },
  ]
  for (const copy of loans) {
    lines.push({ agent: '', calls: [['lend', { card: member, copy }]] })
    lines.push({ result: { copy, due: '2031-05-01' } })
    lines.push({ agent: 'Done. Another one?' }, { user: 'Maybe.' })
  }
  lines.push(
    { agent: '', calls: [['close_visit', { branch: `branch_${number % 9}000` }]] },
    { result: 'closed' },
  )
  return episodeOf(lines, String(number))
}
