export type {
  AdapterRun,
  AdapterSetup,
  AdapterSuiteOptions,
  SayOptions,
  SentMessage,
  TurnReport,
} from './adapter.ts'
export { adapterFaults } from './faults.ts'
export {
  CountingWorld,
  type HostWorld,
  hostAdmit,
  hostDesk,
  type WorldRequest,
  worldAt,
} from './host-desk.ts'
export { MemoryHost } from './memory-host.ts'
export { serveWorld } from './served-world.ts'
export { runAdapterCheck, testAdapter } from './test-adapter.ts'
export { type HostSuiteOptions, type TestedHost, testHost } from './test-host.ts'
