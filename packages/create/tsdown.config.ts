// @boundaries-ignore the one file that says how programs are built
import { program } from '../../tsdown.program.ts'

export default program('create-skill-state')
