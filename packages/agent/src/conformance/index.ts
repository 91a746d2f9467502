export type {
  AdapterRun,
  AdapterSetup,
  AdapterSuiteOptions,
  SentRequest,
} from './adapter.ts'
export { adapterFaults } from './faults.ts'
export { CountingWorld, hostAdmit, hostDesk, type TestedHost } from './host-desk.ts'
export { killHost } from './kill-host.ts'
export { openLink } from './link.ts'
export { serveWorld } from './served-world.ts'
export { runAdapterCheck, testAdapter } from './test-adapter.ts'
export { testHost } from './test-host.ts'
