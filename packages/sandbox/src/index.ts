export { dockerfile } from './docker/docker.ts'
export { findProgram } from './find-program.ts'
export { findSandbox } from './find-sandbox.ts'
export type { ExecResult, Limits, OpenOptions, Sandbox, SandboxFile, Session } from './sandbox.ts'
