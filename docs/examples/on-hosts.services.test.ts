import { memorySessions } from '@skill-state/agent'
import { tell } from '@skill-state/agent/host'
import { expect, test, vi } from 'vitest'
import { linesOf } from './_example.ts'
import { bookRome } from './_on-host.ts'
import { Desk } from './booking/desk.ts'
import { bookingAgent } from './booking-agent.ts'

/** What the same conversation prints in a process. */
async function alone(): Promise<string[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    const desk = new Desk()
    const session = await bookingAgent(desk.model(), desk).open({ id: 'ada-1', store: memorySessions() })
    await bookRome((command) => tell(session, command).turn)
    return log.mock.calls.map((each) => each.join(' '))
  } finally {
    log.mockRestore()
  }
}

test.each(['on-postgres', 'on-restate', 'on-workerd'])(
  '%s starts its own host, and comes to the conversation and state of a process',
  async (example) => {
    const [lines, expected] = [linesOf(example), await alone()]
    expect(lines.slice(0, -1)).toEqual(expected.slice(0, -1))
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(JSON.parse(expected.at(-1) ?? ''))
    expect(lines[1]).toBe('book: it costs 620 euros')
  },
)
