import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'

interface Route {
  name: string
  count: number
  failures: number
}

const routes: Route[] = [
  { name: 'GET /', count: 1_200, failures: 0 },
  { name: 'POST /pay', count: 7, failures: 7 },
]

const name: Column<Route> = { key: 'name', head: 'Route', isRowHead: true, cell: (route) => route.name }
const count: Column<Route> = { key: 'count', head: 'Requests', isNumber: true, cell: (route) => route.count }

function render(more: Partial<Parameters<typeof Table<Route>>[0]> = {}): string {
  return renderToStaticMarkup(
    <Table rows={routes} columns={[name, count]} keyOf={(route) => route.name} {...more} />,
  ).replace(/ class="[^"]*"/g, '')
}

describe('Table', () => {
  it('has a head for each column and a cell for each column in each row', () => {
    expect(render()).toBe(
      '<table><thead><tr><th scope="col">Route</th><th scope="col">Requests</th></tr></thead><tbody>' +
        '<tr><th scope="row">GET /</th><td>1200</td></tr>' +
        '<tr><th scope="row">POST /pay</th><td>7</td></tr></tbody></table>',
    )
  })

  it('has its caption before its heads', () => {
    expect(render({ caption: 'Times in UTC' })).toContain('<table><caption>Times in UTC</caption><thead>')
  })

  it('tells assistive technology which column gives the order, and no other', () => {
    const html = render({ columns: [{ ...name, order: 'descending' }, count] })
    expect(html).toContain('<th scope="col" aria-sort="descending">Route</th><th scope="col">Requests</th>')
  })

  it('leaves a column out on a phone, its head and its cells', () => {
    const html = render({ columns: [name, { ...count, isHiddenOnPhone: true }] })
    expect(html.match(/data-spare="true"/g)).toHaveLength(1 + routes.length)
    expect(html).toContain('<td data-spare="true">1200</td>')
  })

  it('marks the cells whose value is nothing, bad or all that there may be', () => {
    const markOf = ({ failures }: Route) => (failures === 0 ? 'none' : 'alarm')
    const html = render({ columns: [name, { ...count, markOf }] })
    expect(html).toContain('<td data-none="true">1200</td>')
    expect(html).toContain('<td data-alarm="true">7</td>')
    expect(html).toContain('<th scope="col">Requests</th>')
  })

  it('gives a row attributes of its own', () => {
    const html = render({
      rowAttributes: ({ failures }) => ({ 'data-tone': failures > 0 ? 'error' : 'server' }),
    })
    expect(html).toContain('<tr data-tone="server"><th scope="row">GET /')
    expect(html).toContain('<tr data-tone="error"><th scope="row">POST /pay')
  })

  it('says a sentence in its place when it has no rows, where it is given one', () => {
    expect(render({ rows: [], empty: 'No route was found.' })).toBe('<p>No route was found.</p>')
    expect(render({ rows: [] })).toContain('<tbody></tbody>')
  })

  it('gives a column’s class to its head and its cells, beside the one of numbers', () => {
    const columns = [name, { ...count, className: 'wide' }]
    const html = renderToStaticMarkup(
      <Table rows={routes} columns={columns} keyOf={(route) => route.name} className="routes" isFixed />,
    )
    expect(html).toMatch(/^<table class="\S+ \S+ routes">/)
    expect(html.match(/class="\S+ wide"/g)).toHaveLength(1 + routes.length)
    expect(html).toContain('<th scope="row">GET /') // what has no class has no attribute for one
  })

  it('has a class for each look that is asked for', () => {
    const classesOf = (look: object) => {
      const html = renderToStaticMarkup(
        <Table rows={routes} columns={[name]} keyOf={(route) => route.name} {...look} />,
      )
      return /^<table class="([^"]*)">/.exec(html)?.[1]?.split(' ')
    }
    expect(classesOf({})).toHaveLength(1)
    expect(classesOf({ hasHover: true, isList: true, isFixed: true, className: 'own' })).toHaveLength(5)
    expect(classesOf({ hasHover: false, className: undefined })).toHaveLength(1)
  })
})
