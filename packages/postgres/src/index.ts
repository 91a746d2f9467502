export { type Address, isAddress, parseAddress, shown } from './address.ts'
export { type Append, createAppender, type Row } from './appender.ts'
export { type ConnectOptions, connect, type Database } from './database.ts'
export { EpisodeTaken } from './episode-taken.ts'
export { adviceFor, explained, isAway } from './failures.ts'
export {
  type FleetLimiter,
  type FleetLimiterOptions,
  type FleetPlace,
  fleetLimiter,
} from './fleet-limiter.ts'
export { countSpent, fleetSpending } from './fleet-spending.ts'
export { keepAlive } from './keep-alive.ts'
export { type Known, type News, readNews } from './news.ts'
export { type PersistOptions, persist } from './persist.ts'
export { fileOf, type PostgresStore, type PostgresStoreOptions, postgresStore } from './postgres-store.ts'
export {
  type Claim,
  type ClaimOptions,
  type EpisodeJob,
  openQueue,
  type Queue,
  type QueueOptions,
} from './queue.ts'
export { findRun, openRun, type Run, readReport, readRun, saveReport } from './runs.ts'
export {
  findRuns,
  foreignSuites,
  openSuite,
  type PlannedRun,
  readNotices,
  readSuite,
  reopenFailed,
  type Standing,
  type SuiteNotices,
  type SuiteRecord,
  standings,
  stopSuite,
  tellTrouble,
} from './suites.ts'
export { together } from './together.ts'
export { lastHeard } from './workers.ts'
