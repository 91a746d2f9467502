import { diff, merge } from '@skill-state/core'

const state = { shelves: { s1: 'eggs', s2: 'bread' }, note: 'count s2' }
const patch = { shelves: { s2: null, s3: 'milk' } }

// Objects merge level by level, null deletes, anything else replaces. Neither argument changes.
const next = merge(state, patch)
console.log(JSON.stringify(next))

// The smallest patch from one state to another.
console.log(JSON.stringify(diff(next, state)))

// The other reading of the paper's ⊕: what a patch omits below a top-level key is lost.
console.log(JSON.stringify(merge(state, patch, { depth: 'shallow' })))
