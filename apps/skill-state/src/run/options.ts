import { field } from '@skill-state/eval/options'
import { type FlagsOf, names, text, texts, whole } from './fields.ts'

const { flag, oneOf, option, required } = field

/** What the tools of a skill need, to run or to serve it. */
const toolFields = {
  mcpConfig: text('<file>', "start the servers of a host's file, such as .mcp.json or config.toml"),
  root: texts('<folder>', 'tell servers to work in this folder; may be repeated (default: none)'),
  tools: names('<names>', 'only these tools, as a,b'),
  approve: names(
    '<tools>',
    'ask a person before each call of these tools, as a,b, or none (default: those that servers call destructive)',
  ),
  shell: flag('let the skill execute commands, in a sandbox without network'),
  network: flag('let the shell reach the network'),
  env: texts('<name>', 'give the shell this variable of yours; may be repeated'),
  bind: texts('<folder[:ro]>', 'show the shell this folder too; may be repeated'),
  image: text('<name>', 'execute commands in this Docker image, with the packages that it has'),
  hash: text('<hex>', 'reject the skill unless its files have this hash'),
  maxResultChars: whole('<n>', 'most characters of an observation (default: 4000)'),
  timeout: whole('<seconds>', 'seconds for a server to start and for a tool to answer (default: 60)'),
}

const server = 'MCP server'
const skillFields = {
  mcp: texts('<server>', `command or address of an ${server}; may be repeated (default: none)`),
  ...toolFields,
  write: flag('bring what commands changed into the current folder without asking'),
  noWorkspace: flag('do not show the current folder to the shell'),
  task: text('<text>', 'the task, as the second argument of run has it'),
  pin: text('<reference>', 'show this reference of the skill from the start'),
  referenceChars: whole('<n>', 'most characters of the pinned reference (default: 8000)'),
}

/** What a skill and its tools need, to be run once. */
export type SkillFlags = FlagsOf<typeof skillFields>

const modelFields = {
  model: text('<name>', 'the model: provider:model, local:FILE, or the path of a module that exports one'),
  baseUrl: text('<url>', "another address of the provider's API"),
  maxOutputTokens: whole('<n>', 'most tokens of a reply'),
  modelInfo: text('<file>', 'JSON file that overrides prices and limits'),
}

/** Which model decides, and how it is asked. */
export type ModelFlags = FlagsOf<typeof modelFields>

/** What is done about an action that was cut off. */
const UNKNOWN = ['stop', 'repeat', 'tell'] as const

export const runFields = {
  ...skillFields,
  ...modelFields,
  skills: text('<folder>', 'offer the skills of this folder, in place of one skill'),
  journal: text('<file>', 'record each step in this file, and resume from it'),
  maxSteps: whole('<n>', 'stop after n steps, recorded ones included'),
  ...field.limits('in the run, earlier commands on the journal included'),
  onUnknown: option(
    oneOf(UNKNOWN).default('stop'),
    '<word>',
    'after an action without a recorded answer: stop, repeat it, or tell the model',
  ),
  acceptChanges: flag('resume although the skill or the task changed'),
  json: flag('print each event as a line of JSON on standard output'),
  dryRun: flag("only show the prompt's bound and the instructions"),
}

export type RunFlags = FlagsOf<typeof runFields, 'onUnknown'>

export const testFields = {
  ...modelFields,
  model: text('<name>', 'the model that decides (default: the recorded steps of each case)'),
  repeat: option(field.whole().default(1), '<n>', 'run each case n times'),
  only: names('<ids>', 'only these cases, as a,b'),
  record: flag('keep the steps of each case that passes in evals/recorded, for tests without a model'),
  junit: text('<file>', 'also write a JUnit report, a test for each run of a case'),
  maxSteps: runFields.maxSteps,
  ...field.limits('in a run of a case'),
  mcp: skillFields.mcp,
  ...toolFields,
}

export type TestFlags = FlagsOf<typeof testFields, 'repeat'>

export const checkFields = {
  ...skillFields,
  setup: flag('install the packages that the skill needs first, with the network'),
}

export type CheckFlags = FlagsOf<typeof checkFields>

export const serveFields = {
  mcp: required(flag(''), undefined, 'speak MCP on standard input and output'),
  sessions: required(field.text, '<folder>', 'keep the sessions in this folder and resume them'),
  server: texts('<server>', `${server} that the skill uses; may be repeated (default: none)`),
  ...toolFields,
  ...modelFields,
  maxSteps: whole('<n>', 'most steps of a session'),
  ...field.limits('in a session'),
}

export type ServeFlags = FlagsOf<typeof serveFields, 'mcp' | 'sessions'>

export const migrateFields = {
  with: required(field.text, '<agent>', 'a module that exports the agent by default'),
  dryRun: flag('only say what would happen to each session'),
}

export type MigrateFlags = FlagsOf<typeof migrateFields, 'with'>

const askedFields = {
  ...modelFields,
  recorded: text('<folder>', 'also ask, but a recording of replies in place of a model'),
  record: text('<folder>', "record the model's replies in this folder, for --recorded"),
  cache: text('<folder>', "keep the model's replies in this folder: those that are there cost nothing"),
  ...field.limits('in all'),
}

/** A model that is asked beside what the command does, or a recording of it, and what that may cost. */
export type AskedFlags = FlagsOf<typeof askedFields>

export const regressFields = {
  with: required(field.text, '<agent>', 'a module that exports the new agent by default'),
  ...askedFields,
  model: text('<name>', 'also ask this model what it would decide in each step (default: no model is asked)'),
  json: flag('print all differences as JSON'),
  junit: text('<file>', 'also write a JUnit report, a test for each session'),
  html: text('<file>', 'also write the report as a page'),
}

export type RegressFlags = FlagsOf<typeof regressFields, 'with'>

export const compileFields = {
  out: text('<folder>', 'write the compiled skill into this new folder (default: only report)'),
  ...askedFields,
  model: text(
    '<name>',
    'also ask this model for a state, and show what is different (default: no model is asked)',
  ),
}

export type CompileFlags = FlagsOf<typeof compileFields>

export const viewFields = {
  port: whole('<n>', 'listen on this port (default: a free one)'),
}

export type ViewFlags = FlagsOf<typeof viewFields>
