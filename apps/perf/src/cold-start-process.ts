import { compileSkill, mergeState, usePrecompiled } from '@skill-state/core'
import { createTask } from './task.ts'

/** What a new process takes until the first verdict on a patch, in ms; loading the package itself is not in it. */
const [module] = process.argv.slice(2)
const { skill } = createTask(500)
const started = performance.now()
const schema = module === undefined ? skill.schema : usePrecompiled(await import(module))
const compiled = compileSkill({ ...skill, schema })
const change = mergeState(compiled.initialState, { inventory: { shelf_1: 'item_1' } })
const issues = compiled.validateChange(change)
const took = performance.now() - started
if (issues.length > 0) throw new Error(issues[0]?.message)
process.send?.(took)
