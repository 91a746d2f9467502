export { openRunCopy, type RunCopy, type RunCopyOptions } from './copy/run-copy.ts'
export { type Address, isAddress, parseAddress, shown } from './database/address.ts'
export { type Append, createAppender, type Lines } from './database/appender.ts'
export { type ConnectOptions, connect, type Database } from './database/database.ts'
export { adviceFor, explained, isAway } from './database/failures.ts'
export { type PersistOptions, persist } from './database/persist.ts'
export { together } from './database/together.ts'
export {
  cancelSuite,
  describeSuites,
  limitSuite,
  pauseSuite,
  requeueEpisode,
  restartWorkers,
} from './fleet/control-suite.ts'
export { type Fleet, type FleetOptions, openFleet } from './fleet/open-fleet.ts'
export { type PlanRecord, planAgain, recordPlan, toJson } from './fleet/plan-record.ts'
export { type Place, type SharedEpisodes, sharedEpisodes } from './fleet/shared-episodes.ts'
export {
  type FleetLimiter,
  type FleetLimiterOptions,
  type FleetPlace,
  fleetLimiter,
} from './limits/fleet-limiter.ts'
export { countSpent, fleetSpending } from './limits/fleet-spending.ts'
export { keepAlive } from './queue/keep-alive.ts'
export {
  type Claim,
  type ClaimOptions,
  type EpisodeJob,
  openQueue,
  type Queue,
  type QueueOptions,
} from './queue/queue.ts'
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
} from './queue/suites.ts'
export { lastHeard } from './queue/workers.ts'
export { EpisodeTaken } from './traces/episode-taken.ts'
export { type Known, type News, readNews } from './traces/news.ts'
export {
  fileOf,
  type PostgresStore,
  type PostgresStoreOptions,
  postgresStore,
} from './traces/postgres-store.ts'
export { findRun, openRun, type Run, readReport, readRun, saveReport } from './traces/runs.ts'
export { type WorkOptions, work } from './worker/work.ts'
