export { parseNative } from './reply/native.ts'
export { type ParsedReply, parseObject } from './reply/parse-reply.ts'
