export { checkHost } from './check-host.ts'
export { parseCommand, resumeAfter, type SessionCommand, tell } from './command.ts'
export type { HostTurn } from './host-turn.ts'
export { hostedRecords, playHosted, readHosted } from './play-hosted.ts'
