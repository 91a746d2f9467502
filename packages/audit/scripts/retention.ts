/**
 * What the to-do lists of recorded agents would have lost as rewrites (as recorded), as patches and as guarded patches.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/retention.ts RECORDINGS
 */
import { type Episode, readRecordings } from '@skill-state/audit'
import { applyPatch, compileSkill, State } from '@skill-state/core'
import { mergeRules } from '@skill-state/core/guards'
import { type Issue, isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** Identifiers of orders, items and payments. */
const IDS = /#W[0-9]+|(?<![0-9A-Za-z_])[0-9]{10}(?![0-9A-Za-z_])|(?:gift_card|credit_card|paypal)_[0-9]+/g
/** A finished entry may go with all that it holds. */
const FINISHED = new Set(['completed', 'cancelled'])

type Entries = ReadonlyMap<string, JsonObject>

const skill = compileSkill(
  { name: 'to-do list', instructions: '', schema: { type: 'object' }, initialState: { todos: {} } },
  {
    guards: [
      mergeRules({ '/todos/*/note': 'append' }),
      {
        name: 'keeps the ids of unfinished entries',
        mistake: 'overwrite',
        check: ({ before, after }): Issue[] => {
          const left = idsOf(after.toJSON())
          const now = heldIn(after)
          return [...heldIn(before)]
            .filter(
              ([key, entry]) =>
                !now.has(key) && !isFinished(entry) && [...idsIn(key, entry)].some((id) => !left.has(id)),
            )
            .map(([key]) => ({
              path: key,
              message: 'expected the entry to stay: it is not finished and holds an id',
            }))
        },
      },
    ],
  },
)

const counts = {
  rewrite: { idsLost: 0, legitimate: 0, blocked: 0 },
  patch: { idsLost: 0, legitimate: 0, blocked: 0 },
  'guarded patch': { idsLost: 0, legitimate: 0, blocked: 0 },
}
let transitions = 0
for await (const recording of readRecordings(process.argv.slice(2))) {
  if (recording.kind === 'episode') addEpisode(recording.episode)
}
process.stdout.write(`${transitions} transitions of recorded to-do lists\n`)
for (const [form, { idsLost, legitimate, blocked }] of Object.entries(counts)) {
  process.stdout.write(
    `${form}: ${idsLost} ids lost, ${blocked} of ${legitimate} legitimate deletions blocked\n`,
  )
}
const guarded = counts['guarded patch']
if (guarded.idsLost * 10 > counts.rewrite.idsLost || guarded.blocked > guarded.legitimate * 0.02)
  process.exitCode = 1

function addEpisode({ messages }: Episode): void {
  const writes = messages.flatMap(({ calls = [] }) =>
    calls.filter(({ name }) => name === 'todo').map((call) => entriesOf(call.arguments)),
  )
  const [first, ...rest] = writes
  if (first === undefined) return
  let rewritten = first
  let patched = first
  let kept = State.from({ todos: asObject(first) })
  for (const written of rest) {
    transitions += 1
    count('rewrite', rewritten, written, written)
    rewritten = written

    // A patch says what changes: what it leaves out stays.
    const merged = new Map([
      ...patched,
      ...[...written].map(([key, entry]) => [key, { ...patched.get(key), ...entry }] as const),
    ])
    count('patch', patched, merged, merged)
    patched = merged

    const before = heldIn(kept)
    kept = guardedPatch(kept, written)
    count('guarded patch', before, heldIn(kept), written)
  }
}

/** Everything that is left out is deleted, unless a guard rejects; then the patch is asked again without it. */
function guardedPatch(state: State, written: Entries): State {
  const omitted = [...heldIn(state).keys()].filter((key) => !written.has(key))
  const todos: Record<string, JsonValue> = asObject(written)
  for (const key of omitted) todos[key] = null
  const first = applyPatch(skill, state, { todos })
  if (first.ok) return first.value.state
  for (const { path } of first.issues) delete todos[path]
  const again = applyPatch(skill, state, { todos })
  if (!again.ok)
    throw new Error(`a patch without rejected deletions is rejected: ${again.issues[0]?.message}`)
  return again.value.state
}

/** Ids that went though no finished entry held them, and deletions that lose none. */
function count(form: keyof typeof counts, before: Entries, after: Entries, written: Entries): void {
  const figures = counts[form]
  const left = idsOf(asObject(after))
  const lost = [...before]
    .filter(([, entry]) => !isFinished(entry))
    .flatMap(([key, entry]) => [...idsIn(key, entry)])
  figures.idsLost += new Set(lost.filter((id) => !left.has(id))).size
  for (const [key, entry] of before) {
    const isLegitimate =
      isFinished(entry) || [...idsIn(key, entry)].every((id) => idsOf(asObject(written)).has(id))
    if (written.has(key) || !isLegitimate) continue
    figures.legitimate += 1
    if (after.has(key)) figures.blocked += 1
  }
}

function entriesOf(value: JsonValue): Entries {
  const list = isJsonObject(value) && Array.isArray(value.todos) ? value.todos.filter(isJsonObject) : []
  return new Map(
    list.map(({ content, note, ...rest }) => [
      content as string,
      { ...rest, ...(note != null && { note: [note] }) },
    ]),
  )
}

function heldIn(state: State): Entries {
  const { todos } = state.toJSON()
  return new Map(Object.entries(isJsonObject(todos) ? (todos as Readonly<Record<string, JsonObject>>) : {}))
}

function asObject(entries: Entries): Record<string, JsonValue> {
  return Object.fromEntries(entries)
}

function isFinished({ status }: JsonObject): boolean {
  return typeof status === 'string' && FINISHED.has(status)
}

function idsIn(key: string, entry: JsonObject): ReadonlySet<string> {
  return idsOf({ [key]: entry })
}

function idsOf(value: JsonValue): ReadonlySet<string> {
  return new Set(JSON.stringify(value).match(IDS))
}
