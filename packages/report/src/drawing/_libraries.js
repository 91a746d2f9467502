// JavaScript, so that the types beside it stand for those of the libraries.
export { dot, line, plot, ruleX, ruleY, scale, text } from '@observablehq/plot'
export { parseHTML } from 'linkedom'
