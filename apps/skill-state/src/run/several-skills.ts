import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { posix, relative, sep } from 'node:path'
import { type LoadedSkill, listSkills, loadSkill, stateInstructions } from '@skill-state/agent-skills'
import { invalidOption, isJsonObject, type JsonObject, reasonOf } from '@skill-state/protocol'
import { brief } from '../brief.ts'
import { type HostNames, withHostNames } from './host-conventions.ts'

/** More are not offered at once: their descriptions would say too little. */
const MAX_SKILLS = 200
/** Characters of all descriptions together, and of one. */
const [MAX_LIST, MAX_DESCRIPTION] = [20_000, 1_024]

const ACTIVE = 'skill'
const NONE = 'none'

/**
 * The skills of a folder as one: P has their descriptions, and the state's field `skill` names the one that is active, whose
 * instructions each prompt then has. Texts and files of a skill have its folder before their names. A skill that cannot be
 * loaded, or has a state of its own, is left out with a note. Throws `invalid-option` for a folder without skills, or with too many.
 */
export async function loadSkills(
  root: string,
  { hash: pinned, ...names }: HostNames & { readonly hash: string | undefined },
): Promise<LoadedSkill> {
  if (!existsSync(root)) throw invalidOption(`--skills: there is no folder ${root}`)
  const notes: string[] = []
  const { folders } = await listSkills(root)
  if (folders.length > MAX_SKILLS)
    throw invalidOption(
      `--skills: ${root} has ${folders.length} skills: name a folder with at most ${MAX_SKILLS}`,
    )
  const skills = new Map<string, Member>()
  for (const folder of folders.toSorted()) {
    const path = relative(root, folder).split(sep).join('/')
    const skill = memberOf(folder, path, names)
    const reason =
      typeof skill === 'string' ? skill : skills.has(skill.name) ? 'its name is taken' : undefined
    if (reason !== undefined) notes.push(`the skill in ${path} is left out: ${brief(reason, 300)}`)
    else if (typeof skill !== 'string') skills.set(skill.name, skill)
  }
  const [first] = skills.values()
  if (first === undefined) throw invalidOption(`--skills: ${root} has no skill that can be offered`)
  const union = unionOf(root, first, [...skills.values()], notes)
  if (pinned === undefined || pinned === union.hash) return union
  throw invalidOption(`--hash: the skills in ${root} have the hash ${union.hash}: look at what changed`)
}

interface Member extends LoadedSkill {
  readonly path: string
}

/** The skill, or why it is left out. */
function memberOf(folder: string, path: string, names: HostNames): Member | string {
  try {
    const skill = withHostNames(loadSkill(folder), { ...names, path })
    const own = skill.schemaFile !== undefined || skill.guards.length > 0 || skill.stages !== undefined
    if (own) return 'it has a state of its own, so run it by itself'
    return skill.name === NONE ? `its name is ${NONE}` : { ...skill, path }
  } catch (error) {
    return reasonOf(error)
  }
}

function unionOf(root: string, first: Member, skills: readonly Member[], notes: string[]): LoadedSkill {
  const schema = schemaOf(first.schema, skills)
  const chars = Math.min(MAX_DESCRIPTION, Math.floor(MAX_LIST / skills.length))
  const list = skills.map(({ name, frontmatter }) => `- ${name}: ${brief(frontmatter.description, chars)}`)
  const texts = skills.map((each) => [each.name, stageText(each)])
  const prefixed = <T extends { readonly name: string }>(path: string, each: T): T => {
    return { ...each, name: posix.join(path, each.name) }
  }
  const restricted = skills.filter(({ frontmatter }) => frontmatter.allowedTools.length > 0)
  if (restricted.length > 0)
    notes.push(
      `allowed-tools are not applied to ${restricted.map(({ name }) => name).join(', ')}: a skill alone keeps to its own`,
    )
  const hash = createHash('sha256').update(JSON.stringify(skills.map((each) => [each.path, each.hash])))
  return {
    ...first,
    name: 'skills',
    instructions: [OFFER, list.join('\n'), stateInstructions(schema)].join('\n\n'),
    stages: { field: ACTIVE, texts: Object.fromEntries(texts) },
    schema,
    initialState: { [ACTIVE]: NONE, ...first.initialState },
    frontmatter: {
      name: 'skills',
      description: `${skills.length} skills, of which the model chooses`,
      metadata: {},
      allowedTools: [],
    },
    folder: root,
    hash: hash.digest('hex'),
    maxStateChars: first.maxStateChars && first.maxStateChars + MAX_DESCRIPTION,
    files: skills.flatMap(({ path, files }) => files.map((each) => prefixed(path, each))),
    programs: programsOf(skills),
    missing: [],
    references: skills.flatMap(({ path, references }) =>
      references.map((each) => ({ ...prefixed(path, each), named: false })),
    ),
    notes,
  }
}

const OFFER = `# Skills

Each of these skills says how to do one kind of work. If the description of one fits the task, write its name into the field \`${ACTIVE}\` of the state: its instructions are shown from the next step on, for as long as its name is there. Write another name when another one fits what is left to do. Do nothing else in that step but what makes sense without them.`

function schemaOf(schema: JsonObject, skills: readonly Member[]): JsonObject {
  const { properties, required } = schema
  const field = {
    description: 'The active skill.',
    enum: [NONE, ...skills.map(({ name }) => name)],
    default: NONE,
  }
  return {
    ...schema,
    properties: { [ACTIVE]: field, ...(isJsonObject(properties) ? properties : {}) },
    required: [ACTIVE, ...(Array.isArray(required) ? required : [])],
  }
}

/** What a prompt has of the active skill. What it says of the state is said once, for all. */
function stageText({ name, path, instructions, schema }: Member): string {
  const said = stateInstructions(schema)
  const body = instructions.replace(said, '').trim()
  return `## Active skill: ${name}\n\nIts folder is \`${path || '.'}\`: that comes before the names of its files, in the skill's folder of the shell and among the references.\n\n${body}`
}

function programsOf(skills: readonly Member[]): LoadedSkill['programs'] {
  const runs = new Map<string, readonly string[]>()
  for (const { path, programs } of skills) {
    for (const each of programs)
      runs.set(each.name, [...(runs.get(each.name) ?? []), ...each.runs.map((run) => posix.join(path, run))])
  }
  return [...runs].map(([name, scripts]) => ({ name, runs: scripts }))
}
