// A model that asks a file server for its folder and then looks at it twice, as a program and not a language model. It
// makes recordings in which a call needs what an earlier result gave.
import { type JsonObject, type Model, promptText } from '@skill-state/protocol'

const looks: JsonObject[] = []

function next(observation: string): JsonObject {
  if (observation.startsWith('Nothing')) return { list_allowed_directories: {} }
  const [, folder] = /^Allowed directories:\n(\S+)/.exec(observation) ?? []
  if (folder !== undefined)
    looks.push({ list_directory: { path: folder } }, { get_file_info: { path: folder } })
  return looks.shift() ?? { finish: 'seen' }
}

const model: Model = {
  id: 'folder',
  async generate({ prompt }) {
    const [, observation = ''] =
      /Latest Observation: (.*)\n\nProvide your response with:/s.exec(promptText(prompt)) ?? []
    const text = `\`\`\`json\n${JSON.stringify({ state_patch: {}, action: next(observation) })}\n\`\`\``
    return { text, finishReason: 'stop', usage: {}, model: 'folder' }
  },
}

export default model
