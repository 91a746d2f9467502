export { openRunCopy, type RunCopy } from './copy/run-copy.ts'
export { isAddress, parseAddress } from './database/address.ts'
export { connect, type Database } from './database/database.ts'
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
export { keepAlive } from './queue/keep-alive.ts'
export { openSuite, readNotices } from './queue/suites.ts'
export { fileOf, postgresStore } from './traces/postgres-store.ts'
export { openRun } from './traces/runs.ts'
export { work } from './worker/work.ts'
