import { createTask } from '../../task/task.ts'

/** Sends what a new process takes to load the core, and then until the first verdict on a patch, in ms of CPU. */
const [module] = process.argv.slice(2)
const { skill } = createTask(500)
const started = cpuTime()
const { compileSkill, mergeState } = await import('@skill-state/core')
const loaded = cpuTime()
const schema = module === undefined ? skill.schema : (await import(module)).schema
const compiled = compileSkill({ ...skill, schema })
const change = mergeState(compiled.initialState, { inventory: { shelf_1: 'item_1' } })
const issues = compiled.validateChange(change)
const judged = cpuTime()
if (issues.length > 0) throw new Error(issues[0]?.message)
process.send?.({ load: loaded - started, verdict: judged - loaded })

/** Of this thread: a busy machine takes no part in it. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
