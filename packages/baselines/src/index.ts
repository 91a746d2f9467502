export { prompt } from './prompt.ts'
export { createCommandReader } from './read-command.ts'
