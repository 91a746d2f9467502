import { listenToInterrupts } from '../interrupts.ts'

/** Listens to what asks a worker to end, by people and by systems that run programs, and says once what it will do. */
export function listenToStops(say: (line: string) => void): ReturnType<typeof listenToInterrupts> {
  const tell = (): void => say('drains: the steps under way end, and other workers go on from there')
  return listenToInterrupts(tell, ['SIGTERM', 'SIGINT'])
}
