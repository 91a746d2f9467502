// JavaScript, so that the types beside it stand for those of the library.
export { dot, line, plot, ruleX } from '@observablehq/plot'
