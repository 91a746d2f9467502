export { fold } from './foreign-text.ts'
export { type ParsedReply, parseCall, parseObject } from './reply/parse-reply.ts'
export type { ReplyReading } from './reply/read-reply.ts'
export { typeText } from './schema/type-text.ts'
