export { fork, undo, undoAfter } from './go-back.ts'
export { history, type JournalStep, stateAt } from './history.ts'
export type {
  CommitMode,
  JournalClosing,
  JournalDecision,
  JournalSaid,
  JournalTurn,
  OpenJournal,
} from './journal.ts'
export { lastRecords } from './last-records.ts'
export { openJournal } from './open-journal.ts'
export { chainOf } from './record/chain.ts'
export { takenBack } from './record/entry-at.ts'
export { type Migrations, migrate } from './record/migrate.ts'
export { checkId } from './record/misuse.ts'
export type { Moment } from './record/moment.ts'
export { replay } from './record/read.ts'
export { spendings } from './spendings.ts'
export type { JournalStore, StoredRecord } from './store.ts'
export { soundRecords, verify } from './verify.ts'
export { type Origin, why } from './why.ts'
