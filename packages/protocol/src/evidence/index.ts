export { type Field, type FieldSource, parseFields } from './field.ts'
export { fill, groupsIn, isGrouped, merged, patternOf, textsIn } from './fill.ts'
export { type Leaf, leavesOf, type Material, materialOf, parseStructure } from './material.ts'
