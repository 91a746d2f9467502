import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { EpisodeRow } from '../../manifest/manifest.ts'
import { formatRoute } from '../route.ts'
import { listKeys, useKeys } from '../shell/use-keys.ts'
import { Printable } from '../text/printable.tsx'
import { type Column, nextSort, tableWidths } from './columns.ts'
import { scrollTo, visibleRows } from './visible-rows.ts'

interface TableProps {
  readonly rows: readonly EpisodeRow[]
  readonly columns: readonly Column[]
  readonly sort: string
  /** Changes when the reader asks for other rows or another order. */
  readonly order: string
  readonly onSort: (sort: string) => void
}

/** The episodes. Only the rows in sight are drawn, so that ten thousand cost what thirty do. */
export function EpisodeTable({ rows, columns, sort, order, onSort }: TableProps): VNode {
  const box = useRef<HTMLDivElement>(null)
  const [{ scrolled, height }, setView] = useState({ scrolled: 0, height: 600 })
  const [cursor, setCursor] = useState(-1)
  const newest = useRef(-1) // keys can be faster than drawing
  const measure = (): void => {
    const { current } = box
    if (current !== null)
      setView({ scrolled: current.scrollTop, height: Math.min(current.clientHeight, innerHeight) })
  }
  useLayoutEffect(measure, [rows])
  useEffect(() => {
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  useEffect(() => {
    newest.current = -1
    setCursor(-1)
  }, [order])

  const move = (by: number): void => {
    const { current } = box
    if (current === null || rows.length === 0) return
    const row = Math.min(rows.length - 1, Math.max(0, newest.current + by))
    newest.current = row
    const head = current.querySelector('thead')?.clientHeight ?? 0
    current.scrollTop = scrollTo(row, current.scrollTop, current.clientHeight - head)
    setCursor(row)
  }
  useEffect(() => {
    box.current
      ?.querySelector<HTMLAnchorElement>(`tr[aria-rowindex="${cursor + 2}"] a`)
      ?.focus({ preventScroll: true })
  }, [cursor])
  useKeys(listKeys(move))

  const { all, narrow } = useMemo(() => tableWidths(columns, rows), [columns, rows])
  const { from, to, above, below } = visibleRows(rows.length, scrolled, height)
  return (
    <div class="table-box" ref={box} onScroll={measure}>
      <table
        aria-rowcount={rows.length + 1}
        aria-label="Episodes"
        style={{ '--all': `${all}px`, '--narrow': `${narrow}px` }}
      >
        <colgroup>
          {columns.map(({ name, width, wide }) => (
            <col
              key={name}
              class={wide ? 'wide' : ''}
              style={name === 'task' ? {} : { width: `${width}px` }}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {rows.slice(from, to).map((row, index) => (
            <Row
              key={`${row.run}/${row.file}`}
              row={row}
              place={from + index}
              columns={columns}
              current={from + index === cursor}
            />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
      {rows.length === 0 && <p class="nothing">No episode passes the filters.</p>}
    </div>
  )
}

function Gap({ height }: { readonly height: number }): VNode | null {
  if (height === 0) return null
  return (
    <tr>
      <td class="gap" style={{ height: `${height}px` }} />
    </tr>
  )
}

const classOf = ({ wide, format }: Column): string =>
  [wide && 'wide', format && 'right'].filter(Boolean).join(' ')

type HeadProps = Pick<TableProps, 'sort' | 'onSort'> & { readonly column: Column }

function Head({ column, sort, onSort }: HeadProps): VNode {
  const { name, title, about } = column
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
  const sign = { ascending: '↑', descending: '↓', none: '' }[order]
  return (
    <th scope="col" aria-sort={order} class={classOf(column)}>
      <button type="button" title={about} data-sort={name} onClick={() => onSort(nextSort(sort, name))}>
        {title}
        {sign !== '' && <span aria-hidden="true"> {sign}</span>}
      </button>
    </th>
  )
}

interface RowProps extends Pick<TableProps, 'columns'> {
  readonly row: EpisodeRow
  readonly place: number
  readonly current: boolean
}

function Row({ row, place, columns, current }: RowProps): VNode {
  const link = formatRoute({ page: 'episode', episode: row, step: 0, panel: 'step', pointer: '' })
  return (
    <tr aria-rowindex={place + 2} class={current ? 'current' : ''}>
      {columns.map((column) => (
        <td key={column.name} class={classOf(column)}>
          <Cell column={column} row={row} link={link} />
        </td>
      ))}
    </tr>
  )
}

function Cell({ column, row, link }: { column: Column; row: EpisodeRow; link: string }): VNode {
  const value = column.value(row)
  if (typeof value === 'number') return <span>{(column.format ?? String)(value)}</span>
  const text = <Printable text={value ?? ''} />
  if (column.name === 'task')
    return (
      <a href={link} title={row.task}>
        {text}
      </a>
    )
  if (column.name !== 'status') return text
  return (
    <span class={`status ${row.status}`} title={row.reason}>
      {value}
    </span>
  )
}
