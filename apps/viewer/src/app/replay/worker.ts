import { type PrecompiledSchema, usePrecompiled } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import type { RecordedSkill } from '../../manifest/conditions.ts'
import type { Validators } from '../../manifest/manifest.ts'
import type { Trace } from '../data/trace.ts'
import { findRuntime } from './find-runtime.ts'
import { type RebuiltPrompt, rebuildPrompts } from './rebuild-prompts.ts'

/** What the worker is told, once. */
export interface ReplayRequest {
  readonly trace: Trace
  readonly skill: RecordedSkill
  readonly runtime: { readonly id: string; readonly options: JsonObject }
  /** `module` is a whole address. */
  readonly validators: Validators
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
  const schema = 'module' in validators ? await loadSchema(validators.module) : skill.schema
  const { id: name, instructions, initialState } = skill
  const prompts = rebuildPrompts({
    trace,
    skill: { name, instructions, initialState, schema },
    runtime: found.run,
  })
  for await (const prompt of prompts) answer({ kind: 'prompt', ...prompt })
}

/** Without its module a schema would be compiled, which the page's security policy refuses. */
async function loadSchema(module: string): Promise<JsonObject> {
  return usePrecompiled((await import(/* @vite-ignore */ module)) as PrecompiledSchema)
}

function answer(message: ReplayAnswer): void {
  postMessage(message)
}
