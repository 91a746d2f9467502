export { createBwrapSandbox } from './bwrap/bwrap.ts'
export { createDockerSandbox, type DockerOptions, dockerfile } from './docker/docker.ts'
export { findProgram } from './find-program.ts'
export { findSandbox } from './find-sandbox.ts'
export type {
  ExecOptions,
  ExecResult,
  Limits,
  OpenOptions,
  ReadOnlyFolder,
  Sandbox,
  SandboxFile,
  Session,
} from './sandbox.ts'
