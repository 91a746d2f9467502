import { type JsonObject, reasonOf } from '@skill-state/protocol'
import { config } from 'zod'
import type { RecordedSkill } from '../../manifest/conditions.ts'
import type { Trace } from '../../manifest/trace.ts'
import { findRuntime } from './find-runtime.ts'
import { type RebuiltPrompt, rebuildPrompts } from './rebuild-prompts.ts'

config({ jitless: true }) // the page's security policy forbids code that is made from text

/** What the worker is told, once. */
export interface ReplayRequest {
  readonly trace: Trace
  readonly skill: RecordedSkill
  readonly runtime: { readonly id: string; readonly options: JsonObject }
}

/** What it answers: each prompt as it is rebuilt, then `done`, with the reason if it could not continue. */
export type ReplayAnswer =
  | ({ readonly kind: 'prompt' } & RebuiltPrompt)
  | { readonly kind: 'done'; readonly reason?: string }

addEventListener('message', async ({ data }: MessageEvent<ReplayRequest>) => {
  try {
    await replay(data)
    answer({ kind: 'done' })
  } catch (error) {
    answer({ kind: 'done', reason: reasonOf(error) })
  }
})

async function replay({ trace, skill, runtime }: ReplayRequest): Promise<void> {
  const { id: name, instructions, initialState, schema, actionSchema, noop } = skill
  const prompts = rebuildPrompts({
    trace,
    skill: { name, instructions, initialState, schema },
    environment: { actionSchema, noop },
    runtime: await findRuntime(runtime.id, runtime.options),
  })
  for await (const prompt of prompts) answer({ kind: 'prompt', ...prompt })
}

function answer(message: ReplayAnswer): void {
  postMessage(message)
}
