export { type JournalPlace, testJournalStore } from './test-journal-store.ts'
