export { modelFields, OF_ONE_MACHINE, type Request, requestFields } from './request.ts'
