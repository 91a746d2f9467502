export { type IntercodeOptions, intercode } from './benchmark.ts'
export { ownChallenges } from './challenges/own-challenges.ts'
export type { Challenge, Dataset } from './data/challenge.ts'
export { Gold } from './data/gold.ts'
export { type LeftOut, leftOut } from './data/left-out.ts'
export { type ReadOptions, readData } from './data/read-data.ts'
export type { Status } from './data/status.ts'
export type { EpisodeLimits } from './episode/mode.ts'
export { formatReplayed, summariseReplay } from './replay/format-replay.ts'
export { type RecordedTurn, readTranscripts, type Transcript } from './replay/read-transcripts.ts'
export { type Executed, type Replayed, type ReplayOptions, replay } from './replay/replay.ts'
export { createBwrapSandbox } from './sandbox/bwrap/bwrap.ts'
export { createDockerSandbox, type DockerOptions, dockerfile } from './sandbox/docker/docker.ts'
export { findSandbox } from './sandbox/find-sandbox.ts'
export type {
  ExecOptions,
  ExecResult,
  Limits,
  OpenOptions,
  Sandbox,
  SandboxFile,
  Session,
} from './sandbox/sandbox.ts'
export { createIntercodeSkill, type SkillOptions } from './skill.ts'
export { readSolves, type Solve } from './solve/read-solves.ts'
export { formatSolved, type Solved, type SolveOptions, solve, summariseSolved } from './solve/solve.ts'
