export { type JournalPlace, type JournalStoreSuiteOptions, testJournalStore } from './test-journal-store.ts'
