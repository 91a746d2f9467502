export { capture } from './capture.ts'
export { captured } from './captured.ts'
