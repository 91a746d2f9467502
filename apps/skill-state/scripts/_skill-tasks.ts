// Twelve public skills with scripts, each with a task, the moves of a scripted model, and what another program reads in its result.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import type { Move, Shown } from './_prompt-reader.ts'

export interface SkillTask {
  /** Path of the skill: repository and folder. */
  readonly skill: string
  readonly task: string
  readonly files: Readonly<Record<string, string>>
  /** Options of `run`, beside those that each run has. */
  readonly options?: readonly string[]
  readonly moves: readonly Move[]
  /** What another program reads in the result. */
  readonly read: (folder: string) => string
  /** Parts of it. No move contains one: the prompts must have shown them. */
  readonly expected: readonly string[]
}

const out = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1e8 })
const zipped = (file: string, part: string) => (folder: string) =>
  out('unzip', '-p', join(folder, file), part)
const text = (file: string) => (folder: string) => readFileSync(join(folder, file), 'utf8')

/** Writes a file by a command. */
const write = (file: string, content: string): string =>
  `cat > ${file} <<'END_OF_FILE'\n${content}\nEND_OF_FILE`
/** The lines of an observation that a command printed between marks. */
const lines = (observation: string): readonly string[] =>
  /<<\n([\s\S]*?)\n>>/.exec(observation)?.[1]?.split('\n') ?? []
const show = (file: string): string => `echo '<<'; cat ${file}; echo '>>'`
const pin = (name: string): JsonObject => ({ pin_reference: { name } })

/** A form with two fields that can be filled. */
const OBJECTS = [
  '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R]/DR<</Font<</Helv 4 0 R>>>>/DA(/Helv 12 Tf 0 g)>>>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[5 0 R 6 0 R]/Resources<</Font<</Helv 4 0 R>>>>>>',
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  '<</Type/Annot/Subtype/Widget/FT/Tx/T(full_name)/Rect[50 150 250 170]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)>>',
  '<</Type/Annot/Subtype/Widget/FT/Tx/T(city)/Rect[50 100 250 120]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)>>',
]

function form(): string {
  const places: number[] = []
  let file = '%PDF-1.4\n'
  for (const [index, object] of OBJECTS.entries()) {
    places.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = places.length + 1
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Root 1 0 R/Size ${size}>>\nstartxref\n${file.length}\n%%EOF\n`
}

/** Builds the page unless it is there: the command may be repeated after a kill. */
function bundle(skill: string, find: Shown['find'], before = 'true'): string {
  const page = find(/Make (\S+\.html)/)
  const build = `bash ${skill}/${find(/scripts\/bundle-artifact\.sh/)} 2>&1 | tail -5`
  const made = `(cd app && export pnpm_config_strict_dep_builds=false && ${before} && ${build}); mv app/bundle.html ${page}`
  return `[ -e ${page} ] || { ${made}; }`
}

export const skillTasks: readonly SkillTask[] = [
  {
    skill: 'anthropics/skills/skills/pdf',
    task: 'Fill form.pdf for Ada Lovelace of Marylebone and save it as filled.pdf.',
    files: { 'form.pdf': form() },
    moves: [
      ({ find }) => pin(find(/forms\.md/)),
      ({ skill, find }) =>
        `python3 ${skill}/${find(/scripts\/check_fillable_fields/)}.py ${find(/Fill (\S+\.pdf)/)}`,
      ({ skill, find }) =>
        `python3 ${skill}/${find(/scripts\/extract_form_field_info\.py/)} ${find(/Fill (\S+\.pdf)/)} info.json && cat info.json`,
      ({ observation, find }) => {
        const fields = JSON.parse(
          observation.slice(observation.indexOf('['), observation.lastIndexOf('\n]') + 2),
        ) as {
          readonly field_id: string
          readonly page: number
        }[]
        const [name, place] = [find(/Fill \S+ for (.+?) of/), find(/Fill \S+ for .+? of (\w+)/)]
        const values = fields.map(({ field_id: id, page }) => {
          return { field_id: id, description: id, page, value: /name/.test(id) ? name : place }
        })
        return write('values.json', JSON.stringify(values))
      },
      ({ skill, find }) =>
        `python3 ${skill}/${find(/scripts\/fill_fillable_fields\.py/)} ${find(/Fill (\S+\.pdf)/)} values.json ${find(/save it as (\S+\.pdf)/)}`,
    ],
    read: (folder) => out('pdftotext', '-layout', join(folder, 'filled.pdf'), '-'),
    expected: ['Ada Lovelace', 'Marylebone'],
  },
  {
    skill: 'anthropics/skills/skills/xlsx',
    task: 'Make totals.xlsx of sales.csv, with a last row that has the sum as a formula.',
    files: { 'sales.csv': 'region,amount\nKelso,1210\nPerth,845\nWick,77\n' },
    moves: [
      ({ find }) => show(find(/of (\S+\.csv)/)),
      ({ observation, find }) => {
        const rows = lines(observation).map((line) => line.split(','))
        const code = `from openpyxl import Workbook
book = Workbook()
sheet = book.active
for row in ${JSON.stringify(rows)}:
    sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
last = sheet.max_row
sheet.cell(last + 1, 1, 'Total')
sheet.cell(last + 1, 2, f'=SUM(B2:B{last})')
book.save('${find(/Make (\S+\.xlsx)/)}')`
        return `${write('make.py', code)}\npython3 make.py`
      },
      ({ skill, find }) =>
        `python3 ${skill}/${find(/scripts\/recalc\.py/)} ${find(/Make (\S+\.xlsx)/)} || echo no recalculation`,
      ({ skill, find }) =>
        `python3 ${skill}/scripts/office/${find(/unpack\.py|scripts/) && 'unpack.py'} ${find(/Make (\S+\.xlsx)/)} unpacked && rm -r unpacked make.py`,
    ],
    read: zipped('totals.xlsx', 'xl/worksheets/sheet1.xml'),
    expected: ['SUM(B2:B4)', '1210', '845', '77'],
  },
  {
    skill: 'anthropics/skills/skills/docx',
    task: 'Write report.docx: the first line of notes.txt as a heading, each other line as a paragraph.',
    files: { 'notes.txt': 'Harvest of 1843\nThe barley came late.\nThe oats were good.\n' },
    moves: [
      ({ find }) => show(find(/line of (\S+\.txt)/)),
      ({ observation, find }) => {
        const [title, ...rest] = lines(observation)
        const code = `const fs = require('fs')
const { Document, Packer, Paragraph, TextRun, HeadingLevel } = require('${find(/require\('(docx)'\)/)}')
const children = [
  new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(${JSON.stringify(title)})] }),
  ...${JSON.stringify(rest)}.map((line) => new Paragraph({ children: [new TextRun(line)] })),
]
const size = { width: 12240, height: 15840 }
const doc = new Document({ sections: [{ properties: { page: { size } }, children }] })
Packer.toBuffer(doc).then((buffer) => fs.writeFileSync('${find(/Write (\S+\.docx)/)}', buffer))`
        return `${write('make.js', code)}\nnode make.js && rm make.js`
      },
      ({ skill, find }) =>
        `python3 ${skill}/${find(/scripts\/office\/validate\.py/)} ${find(/Write (\S+\.docx)/)}`,
    ],
    read: zipped('report.docx', 'word/document.xml'),
    expected: ['Harvest of 1843', 'The barley came late.', 'The oats were good.'],
  },
  {
    skill: 'anthropics/skills/skills/pptx',
    task: 'Make deck.pptx, a slide for each line of topics.txt.',
    files: { 'topics.txt': 'Tides of the Minch\nHerring in winter\n' },
    moves: [
      ({ find }) => pin(find(/pptxgenjs\.md/)),
      ({ find }) => show(find(/line of (\S+\.txt)/)),
      ({ observation, find }) => {
        const code = `const pptxgen = require('${find(/require\("(pptxgenjs)"\)/)}')
const deck = new pptxgen()
for (const line of ${JSON.stringify(lines(observation))}) {
  const slide = deck.addSlide()
  slide.addText(line, { x: 0.5, y: 0.5, w: 8, h: 1, fontSize: 36, bold: true })
}
deck.writeFile({ fileName: '${find(/Make (\S+\.pptx)/)}' })`
        return `${write('make.js', code)}\nnode make.js && rm make.js`
      },
      ({ find }) =>
        `${find(/python -m markitdown/).replace('python', 'python3')} ${find(/Make (\S+\.pptx)/)}`,
    ],
    read: (folder) =>
      [1, 2].map((each) => zipped('deck.pptx', `ppt/slides/slide${each}.xml`)(folder)).join('\n'),
    expected: ['Tides of the Minch', 'Herring in winter'],
  },
  {
    skill: 'anthropics/skills/skills/slack-gif-creator',
    task: 'Make blink.gif, an emoji of 7 frames in the colour of colour.txt.',
    files: { 'colour.txt': '10 90 200\n' },
    moves: [
      ({ find }) => show(find(/colour of (\S+\.txt)/)),
      ({ observation, skill, find }) => {
        const code = `import sys
sys.path.insert(0, '${skill}')
from ${find(/core\.gif_builder/)} import GIFBuilder
from PIL import Image, ImageDraw
builder = GIFBuilder(width=128, height=128, fps=10)
for index in range(${find(/emoji of (\d+) frames/)}):
    frame = Image.new('RGB', (128, 128), (240, 248, 255))
    size = 10 + 6 * index
    ImageDraw.Draw(frame).ellipse([64 - size, 64 - size, 64 + size, 64 + size], fill=(${lines(observation)[0]?.split(' ').join(', ')}))
    builder.add_frame(frame)
builder.save('${find(/Make (\S+\.gif)/)}', num_colors=48)`
        return `${write('make.py', code)}\npython3 make.py && rm make.py`
      },
    ],
    read: (folder) => {
      const bytes = readFileSync(join(folder, 'blink.gif'))
      const frames = bytes.toString('latin1').split('\x21\xf9\x04').length - 1
      return `${bytes.toString('latin1', 0, 3)} of ${bytes.readUInt16LE(6)} × ${bytes.readUInt16LE(8)}, frames: ${frames}.`
    },
    expected: ['GIF of 128 × 128, frames: 7.'],
  },
  {
    skill: 'anthropics/skills/skills/web-artifacts-builder',
    task: 'Make page.html, one file, that shows the words of words.txt.',
    files: { 'words.txt': 'Lighthouses of Orkney\n' },
    options: ['--network', '--timeout', '900'],
    moves: [
      ({ skill, find }) =>
        `rm -rf app; export pnpm_config_strict_dep_builds=false; bash ${skill}/${find(/scripts\/init-artifact\.sh/)} app 2>&1 | tail -5`,
      ({ find }) => show(find(/words of (\S+\.txt)/)),
      ({ observation }) =>
        write(
          'app/src/App.tsx',
          `export default function App() { return <h1>${lines(observation)[0]}</h1> }`,
        ),
      ({ skill, find }) => `${bundle(skill, find)} || true`,
      // The newest template names an icon that the skill does not know of; the output names it.
      ({ skill, find, observation }) => {
        const [, icon] = /Cannot load file '\.\/([^']+)'/.exec(observation) ?? []
        const again = icon === undefined ? 'true' : bundle(skill, find, `sed -i '\\#/${icon}#d' index.html`)
        return `${again} && rm -rf app`
      },
    ],
    read: (folder) => (/Lighthouses[^"<]*/.exec(text('page.html')(folder)) ?? [''])[0],
    expected: ['Lighthouses of Orkney'],
  },
  {
    skill: 'anthropics/skills/skills/mcp-builder',
    task: 'Write server.py, an MCP server with the tool that wish.txt names, and put the list of its tools into tools.json.',
    files: { 'wish.txt': 'measure_tide\nTells the height of the tide.\n' },
    moves: [
      ({ find }) => show(find(/tool that (\S+\.txt)/)),
      ({ find }) => pin(find(/reference\/python_mcp_server\.md/)),
      () => show('wish.txt'),
      ({ observation, find }) => {
        const [name, about] = lines(observation)
        const code = `from ${find(/mcp\.server\.fastmcp/)} import FastMCP
mcp = FastMCP('${name}_mcp')
@mcp.tool(name='${name}')
def tool(place: str) -> str:
    '''${about}'''
    return place
mcp.run()`
        return write(find(/Write (\S+\.py)/), code)
      },
      ({ skill, folder, find }) => {
        const code = `import asyncio, json
from connections import create_connection
async def main():
    async with create_connection('stdio', command='python3', args=['${folder}/${find(/Write (\S+\.py)/)}']) as connection:
        print(json.dumps(await connection.list_tools()))
asyncio.run(main())`
        return `${write('list.py', code)}\nPYTHONPATH=${skill}/${find(/\b(scripts)\//)} python3 list.py > ${find(/into (\S+\.json)/)} && rm list.py`
      },
    ],
    read: (folder) => JSON.stringify(JSON.parse(text('tools.json')(folder))),
    expected: ['measure_tide', 'Tells the height of the tide.'],
  },
  {
    skill: 'anthropics/skills/skills/skill-creator',
    task: 'Package the skill in the folder tide-tables, and correct what its validation rejects.',
    files: {
      'tide-tables/SKILL.md':
        '---\nname: Tide Tables\ndescription: Reads tide tables. Use it for tides.\n---\n\nRead them.\n',
    },
    moves: [
      ({ folder, skill, find }) =>
        `cd ${skill} && python3 -m ${find(/scripts\.package_skill/)} ${folder}/${find(/folder ([\w-]+),/)} ${folder} || true`,
      ({ observation, find }) => {
        const [, wrong = ''] = /Name '([^']+)' should be/.exec(observation) ?? []
        return `sed -i "s/^name: ${wrong}$/name: ${wrong.toLowerCase().replaceAll(' ', '-')}/" ${find(/folder ([\w-]+),/)}/SKILL.md`
      },
      ({ folder, skill, find }) =>
        `cd ${skill} && python3 -m ${find(/scripts\.package_skill/)} ${folder}/${find(/folder ([\w-]+),/)} ${folder}`,
    ],
    read: (folder) => zipped('tide-tables.skill', '*/SKILL.md')(folder),
    expected: ['name: tide-tables', 'Reads tide tables.'],
  },
  {
    skill: 'anthropics/skills/skills/webapp-testing',
    task: 'Serve this folder on port 5173 and put the title that its page sends into title.txt.',
    files: { 'index.html': '<!doctype html>\n<title>Ferries to Barra</title>\n' },
    moves: [
      ({ skill, find }) => {
        const port = find(/port (\d+)/)
        const code = `import re, urllib.request
page = urllib.request.urlopen('http://127.0.0.1:${port}/').read().decode()
open('${find(/into (\S+\.txt)/)}', 'w').write(re.search('<title>(.*?)</title>', page)[1])`
        return `${write('get.py', code)}\npython3 ${skill}/${find(/scripts\/with_server\.py/)} --server "python3 -m http.server ${port}" --port ${port} -- python3 get.py && rm get.py`
      },
    ],
    read: text('title.txt'),
    expected: ['Ferries to Barra'],
  },
  {
    skill: 'anthropics/skills/skills/algorithmic-art',
    task: 'Make art.html of the template of the skill, with the seed of seed.txt.',
    files: { 'seed.txt': '90317\n' },
    moves: [
      ({ find }) => show(find(/seed of (\S+\.txt)/)),
      ({ observation, skill, find }) =>
        `sed "s/seed: 12345/seed: ${lines(observation)[0]}/" ${skill}/${find(/templates\/viewer\.html/)} > ${find(/Make (\S+\.html)/)}`,
    ],
    read: (folder) => (/seed: \d+/.exec(text('art.html')(folder)) ?? [''])[0],
    expected: ['seed: 90317'],
  },
  {
    skill: 'obra/superpowers/skills/systematic-debugging',
    task: 'One of the tests tests/*.test.sh leaves the file stale.lock. Write the path of the test into polluter.txt.',
    files: {
      'package.json': '{"private": true, "scripts": {"test": "sh"}}\n',
      'tests/a.test.sh': 'true\n',
      'tests/gale.test.sh': 'echo 1 > stale.lock\n',
      'tests/z.test.sh': 'true\n',
    },
    moves: [
      ({ find }) => pin(find(/root-cause-tracing\.md/)),
      ({ skill, find }) =>
        `rm -f ${find(/file (\S+\.lock)/)}; bash ${skill}/${find(/find-polluter\.sh/)} ${find(/file (\S+\.lock)/)} '${find(/tests (\S+\.sh)/)}' || true`,
      ({ observation, find }) =>
        `rm -f ${find(/file (\S+\.lock)/)}; echo ${/Test: (\S+)/.exec(observation)?.[1]} > ${find(/into (\S+\.txt)/)}`,
    ],
    read: text('polluter.txt'),
    expected: ['tests/gale.test.sh'],
  },
  {
    skill: 'obra/superpowers/skills/subagent-driven-development',
    task: 'Put what plan.md says of task 2 into brief.md.',
    files: {
      'plan.md':
        '# Plan\n\n## Task 1: Cut peat\n\nWith a spade.\n\n## Task 2: Stack peat\n\nIn the wind.\n\n## Task 3: Burn it\n',
    },
    moves: [
      ({ skill, find }) =>
        `bash ${skill}/${find(/scripts\/task-brief/)} ${find(/what (\S+\.md)/)} ${find(/of task (\d+)/)} ${find(/into (\S+\.md)/)}`,
    ],
    read: text('brief.md'),
    expected: ['Task 2: Stack peat', 'In the wind.'],
  },
]
