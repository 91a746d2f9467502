export {
  Conversation,
  greeting,
  type Message,
  officialLimits,
  type Turn,
} from './conversation/conversation.ts'
export type { Tau3Task } from './data/tasks.ts'
export type { Tau3Domain, Tau3DomainName } from './domain.ts'
export { type Evaluation, evaluate } from './evaluation/evaluate.ts'
export { passHatK } from './evaluation/pass-hat-k.ts'
export { fingerprintOf } from './fingerprint.ts'
export { defaultVariant, type LoadOptions, loadTau3 } from './load.ts'
export { type Tau3BenchOptions, tau3Bench } from './play/benchmark.ts'
export { createTau3Skill } from './play/skill.ts'
export { modelUser, planUser, scriptedUser, type Tau3User } from './play/user.ts'
export {
  type ReplayedSimulation,
  type ReplayOptions,
  type Replays,
  replayResults,
} from './replay/replay-results.ts'
export { type VerifyOptions, verifyTau3Bench } from './verify/verify-tau3-bench.ts'
export type { Side, ToolAnswer, World } from './world.ts'
