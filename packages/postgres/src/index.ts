export { openRunCopy, type RunCopy } from './copy/run-copy.ts'
export { isAddress, parseAddress, withoutPassword } from './database/address.ts'
export { createAppender } from './database/appender.ts'
export { connect, type Database } from './database/database.ts'
export { adviceFor, isAway } from './database/failures.ts'
export { persist } from './database/persist.ts'
export {
  cancelSuite,
  describeSuites,
  limitSuite,
  pauseSuite,
  requeueEpisode,
  restartWorkers,
} from './fleet/control-suite.ts'
export { type Fleet, openFleet } from './fleet/open-fleet.ts'
export { planAgain, recordPlan, toJson } from './fleet/plan-record.ts'
export { type Place, type SharedEpisodes, sharedEpisodes } from './fleet/shared-episodes.ts'
export { fleetLimiter } from './limits/fleet-limiter.ts'
export { countSpent, fleetSpending } from './limits/fleet-spending.ts'
export { keepAlive } from './queue/keep-alive.ts'
export { openQueue } from './queue/queue.ts'
export {
  findRuns,
  foreignSuites,
  openSuite,
  readNotices,
  readSuite,
  reopenFailed,
  standings,
  stopSuite,
  tellTrouble,
} from './queue/suites.ts'
export { lastHeard } from './queue/workers.ts'
export { EpisodeTaken } from './traces/episode-taken.ts'
export { readNews } from './traces/news.ts'
export { fileOf, postgresStore } from './traces/postgres-store.ts'
export { findRun, openRun, readReport, readRun, saveReport } from './traces/runs.ts'
export { work } from './worker/work.ts'
