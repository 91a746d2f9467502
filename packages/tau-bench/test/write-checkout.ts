import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Domain } from '../src/data/load-domain.ts'
import type { TauTask } from '../src/data/tasks.ts'
import { dumps, parsePythonJson, type ReadonlyDict } from '../src/python/index.ts'
import { type PythonStyle, wrap, writeCall, writePython } from './write-python.ts'

/** Writes a domain as the official repository lays it out. */
export function writeCheckout(root: string, domain: Domain, split: string, style: PythonStyle): void {
  const folder = join(root, 'tau_bench', 'envs', domain.name)
  mkdirSync(join(folder, 'data'), { recursive: true })
  mkdirSync(join(folder, 'tools'))
  for (const [name, table] of domain.database)
    writeFileSync(join(folder, 'data', `${name}.json`), dumps(table))
  writeFileSync(join(folder, 'wiki.md'), domain.wiki)
  writeFileSync(join(folder, `tasks_${split}.py`), tasksModule(domain.tasks, split, style))
  writeTools(join(folder, 'tools'), domain, style)
}

function tasksModule(tasks: readonly TauTask[], split: string, style: PythonStyle): string {
  const list = wrap(
    '[',
    tasks.map((task) => taskCall(task, style)),
    ']',
    style,
    0,
  )
  return `from tau_bench.types import Action, Task\n\nTASKS_${split.toUpperCase()} = ${list}\n`
}

function taskCall(task: TauTask, style: PythonStyle): string {
  const actions = task.actions.map((action) => actionCall(action.name, action.kwargs, style))
  return writeCall(
    'Task',
    {
      annotator: style.text('0'),
      user_id: style.text(task.user_id),
      instruction: style.text(task.instruction),
      actions: wrap('[', actions, ']', style, 2),
      outputs: writePython(task.outputs, style, 2),
    },
    style,
    1,
  )
}

function actionCall(name: string, kwargs: ReadonlyDict, style: PythonStyle): string {
  return writeCall('Action', { name: style.text(name), kwargs: writePython(kwargs, style, 4) }, style, 3)
}

function writeTools(folder: string, { tools }: Domain, style: PythonStyle): void {
  const classes = tools.map(({ function: { name } }) => toClassName(name))
  for (const [index, schema] of tools.entries()) {
    const info = writePython(parsePythonJson(JSON.stringify(schema)), style, 2)
    writeFileSync(join(folder, `${schema.function.name}.py`), toolModule(classes[index] ?? '', info))
  }
  const imports = tools
    .map(({ function: { name } }) => `from .${name} import ${toClassName(name)}\n`)
    .join('')
  writeFileSync(
    join(folder, '__init__.py'),
    `# Tools\n\n${imports}\nALL_TOOLS = [\n    ${classes.join(',\n    ')},\n]\n`,
  )
}

function toolModule(className: string, info: string): string {
  return `import json
from typing import Any, Dict


class ${className}(Tool):
    @staticmethod
    def invoke(data: Dict[str, Any]) -> str:
        return json.dumps({k: f"{v!r}" for k, v in data.items() if v != ""})

    @staticmethod
    def get_info() -> Dict[str, Any]:
        return ${info}
`
}

function toClassName(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
