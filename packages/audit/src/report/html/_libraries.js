// JavaScript, so that the types beside it stand for those of the libraries.
export { areaY, dot, line, link, plot, ruleX, text } from '@observablehq/plot'
export { parseHTML } from 'linkedom'
