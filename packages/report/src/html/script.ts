/**
 * Lets a reader sort a table by a column and filter its rows. The page's one script, which its policy names by its hash; without it
 * the page is the same, but for these controls.
 */
export const TABLE_SCRIPT = `
const number = (text) => Number.parseFloat(text.replaceAll(',', '').replace('\\u2212', '-'))
const compare = (a, b) => {
  const [x, y] = [number(a), number(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y) || a.localeCompare(b)
  return x - y
}
const columns = (table) => {
  const [first, second] = table.tHead.rows
  const parts = second ? [...second.cells] : []
  return [...first.cells].flatMap((head) => head.colSpan > 1 ? parts.splice(0, head.colSpan) : [head])
}
for (const table of document.querySelectorAll('.table table')) {
  const rows = [...table.tBodies].flatMap((body) => [...body.rows])
  const heads = columns(table)
  heads.forEach((head, index) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(...head.childNodes)
    head.append(button)
    button.onclick = () => {
      const up = head.ariaSort !== 'ascending'
      for (const each of heads) each.ariaSort = null
      head.ariaSort = up ? 'ascending' : 'descending'
      const text = (row) => row.cells[index].textContent
      rows.sort((a, b) => (up ? 1 : -1) * compare(text(a), text(b)))
      for (const row of rows) (row.parentElement.id ? row.parentElement : table.tBodies[0]).append(row)
    }
  })
  if (rows.length < 6) continue
  const label = document.createElement('label')
  const input = document.createElement('input')
  input.type = 'search'
  label.className = 'filter'
  label.append('Filter rows ', input)
  table.parentElement.before(label)
  input.oninput = () => {
    const words = input.value.toLowerCase().split(' ')
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word))
  }
}
`
