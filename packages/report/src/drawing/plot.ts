export * as Plot from './_plot.js'
export { compact } from './numbers.ts'
export { inksOf } from './palette.ts'
