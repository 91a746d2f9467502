// JavaScript, so that the types beside it stand for those of the library.
export { areaY, dot, line, link, plot, ruleX, ruleY, scale, text } from '@observablehq/plot'
