export { testJournalStore } from './test-journal-store.ts'
