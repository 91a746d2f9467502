export { openRunCopy, type RunCopy } from './copy/run-copy.ts'
export { parseAddress } from './database/address.ts'
export { type Database, openDatabase } from './database/database.ts'
export {
  cancelSuite,
  describeSuites,
  limitSuite,
  pauseSuite,
  requeueEpisode,
  restartWorkers,
} from './fleet/control-suite.ts'
export { type Fleet, openFleet } from './fleet/open-fleet.ts'
export { postgresTraces } from './traces/postgres-traces.ts'
export { openRun } from './traces/runs.ts'
export { runWorker } from './worker/run-worker.ts'
