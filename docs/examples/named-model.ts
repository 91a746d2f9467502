import { providerModel } from '@skill-state/models'

// The key comes from OPENAI_API_KEY. Nothing is sent before the first step.
const model = await providerModel('openai:gpt-5', { maxOutputTokens: 4_000 })
console.log(model.id)
