import { createServer } from 'node:net'
import type { Turn } from '@skill-state/agent'
import type { SessionCommand } from '@skill-state/agent/host'

/** Asks for a flight, books it, and approves the price; prints what comes of it. */
export async function bookRome(tell: (command: SessionCommand) => Promise<Turn>): Promise<void> {
  const found = await tell({ send: 'A flight to Rome for Ada, please.', id: 'm1' })
  console.log(found.reply)
  const { approval } = await tell({ send: 'Book flight ROM7 for 620 euros.', id: 'm2' })
  if (approval === undefined) throw new Error('no call waits for an approval')
  console.log(`${approval.tool}: ${approval.reason}`)
  const booked = await tell({ approve: approval.step })
  console.log(booked.reply)
  console.log(JSON.stringify(booked.state))
}

/** Gives a session a command by the door of a host. */
export async function tellAt(url: string, command: SessionCommand): Promise<Turn> {
  const headers = { 'content-type': 'application/json', authorization: 'secret of ada' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(command) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Turn
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await new Promise<number>((resolve) =>
    probe.listen(0, '127.0.0.1', () => resolve((probe.address() as { port: number }).port)),
  )
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Waits until an address answers. */
export async function answers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 50))
}
