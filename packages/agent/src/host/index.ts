export { checkHost } from './check-host.ts'
export { parseCommand, resumeAfter, type SessionCommand, tell } from './command.ts'
export type { HostLimits, HostTurn } from './host-turn.ts'
export { type HostedTurn, hostedRecords, playHosted, readHosted } from './play-hosted.ts'
