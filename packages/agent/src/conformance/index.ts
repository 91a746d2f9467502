export type {
  AdapterRun,
  AdapterSetup,
  AdapterSuiteOptions,
  SayOptions,
  SentMessage,
  SuiteTool,
  TurnReport,
} from './adapter.ts'
export { type AdapterFault, adapterFaults } from './faults.ts'
export { runAdapterCheck, testAdapter } from './test-adapter.ts'
