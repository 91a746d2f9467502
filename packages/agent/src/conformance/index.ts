export type {
  AdapterRun,
  AdapterSetup,
  AdapterSuiteOptions,
  SayOptions,
  SentMessage,
  TurnReport,
} from './adapter.ts'
export { adapterFaults } from './faults.ts'
export { runAdapterCheck, testAdapter } from './test-adapter.ts'
