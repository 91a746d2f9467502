import { type Model, promptText, SkillStateError } from '@skill-state/protocol'
import { type Invented, inventedIn } from './invented.ts'

export interface HonestOptions {
  /** Texts whose words the model may say without having been shown them, such as `Your flight is booked.` */
  readonly words?: readonly string[] | undefined
}

export interface HonestModel extends Model {
  /** What the model made up so far, one line each. Not all programs end at the error: check that it is empty. */
  readonly invented: readonly string[]
}

/**
 * A scripted model that may use only what it is shown, so that no test passes because the script knows the answer. Each value
 * and each key of a patch, and each value of a call and a reply, has to be in the prompt, in the tools or in `words`. Of a
 * prose text, words of up to three small letters pass; numbers of one digit pass everywhere. Reasoning is not checked. A
 * reply with anything else throws `invented-value`.
 *
 * @example
 * ```ts
 * import { honest, scripted } from '@skill-state/models'
 *
 * const model = honest(scripted(['Flight AZ1 is booked.', 'Flight AZ2 is booked.']), { words: ['is booked'] })
 * console.log((await model.generate({ prompt: 'Book flight AZ1' })).text) // Flight AZ1 is booked.
 * await model.generate({ prompt: 'Book flight AZ1' }).catch(({ code }) => console.log(code)) // invented-value
 * ```
 */
export function honest(model: Model, { words = [] }: HonestOptions = {}): HonestModel {
  const invented: string[] = []
  let calls = 0
  return {
    ...model,
    invented,
    async generate(request) {
      calls += 1
      const response = await model.generate(request)
      const { prompt, tools, answerSchema } = request
      const shown = [promptText(prompt), JSON.stringify({ tools, answerSchema }), ...words].join('\n')
      const lines = inventedIn(response.text, shown).map((value) => lineOf(value, model.id, calls))
      invented.push(...lines)
      if (lines.length > 0) throw new SkillStateError('invented-value', lines.join('; '))
      return response
    },
  }
}

function lineOf({ value, path }: Invented, model: string, call: number): string {
  const place = path === '' ? 'its text' : path
  return `${model} made up ${JSON.stringify(value)} in call ${call}, at ${place}: its prompt does not show it, and words does not allow it`
}
