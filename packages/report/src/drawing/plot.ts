export {
  dot,
  line,
  link,
  type Mark,
  type PlotOptions,
  plot,
  ruleX,
  text,
} from './_plot.js'
export { compact } from './numbers.ts'
export { inksOf } from './palette.ts'
