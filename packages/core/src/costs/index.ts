export { billSteps } from './bill-steps.ts'
export { PromptCache } from './prompt-cache.ts'
export { spendings } from './spendings.ts'
