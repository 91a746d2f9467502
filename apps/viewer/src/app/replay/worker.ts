import { type PrecompiledSchema, usePrecompiled } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import { config } from 'zod'
import type { RecordedSkill } from '../../manifest/conditions.ts'
import type { SeriesValidators, Validators } from '../../manifest/manifest.ts'
import type { Trace } from '../data/trace.ts'
import { findRuntime } from './find-runtime.ts'
import { type RebuiltPrompt, rebuildPrompts } from './rebuild-prompts.ts'

config({ jitless: true }) // the page's security policy forbids code that is made from text

/** What the worker is told, once. */
export interface ReplayRequest {
  readonly trace: Trace
  readonly skill: RecordedSkill
  readonly runtime: { readonly id: string; readonly options: JsonObject }
  /** Each `module` is a whole address. */
  readonly validators: SeriesValidators
}

/** What it answers: each prompt as it is rebuilt, then `done`, with the reason where it could not go on. */
export type ReplayAnswer =
  | ({ readonly kind: 'prompt' } & RebuiltPrompt)
  | { readonly kind: 'done'; readonly reason?: string }

addEventListener('message', async ({ data }: MessageEvent<ReplayRequest>) => {
  try {
    await replay(data)
    answer({ kind: 'done' })
  } catch (error) {
    answer({ kind: 'done', reason: error instanceof Error ? error.message : String(error) })
  }
})

async function replay({ trace, skill, runtime, validators }: ReplayRequest): Promise<void> {
  const found = findRuntime(runtime.id, runtime.options)
  if ('unavailable' in found) throw new Error(found.unavailable)
  const { id: name, instructions, initialState, noop } = skill
  const schema = await loadSchema(skill.schema, validators.state)
  const actionSchema = skill.actionSchema && (await loadSchema(skill.actionSchema, validators.action))
  const prompts = rebuildPrompts({
    trace,
    skill: { name, instructions, initialState, schema },
    environment: { ...(actionSchema && { actionSchema }), ...(noop !== undefined && { noop }) },
    runtime: found.run,
  })
  for await (const prompt of prompts) answer({ kind: 'prompt', ...prompt })
}

/** The schema with its compiled validators; without, where there are none: not every runtime needs them. */
async function loadSchema(schema: JsonObject, validators: Validators | undefined): Promise<JsonObject> {
  if (validators === undefined || 'error' in validators) return schema
  return usePrecompiled((await import(/* @vite-ignore */ validators.module)) as PrecompiledSchema)
}

function answer(message: ReplayAnswer): void {
  postMessage(message)
}
