export { type ParsedReply, parseCall, parseObject } from './reply/parse-reply.ts'
export { typeText } from './schema/type-text.ts'
