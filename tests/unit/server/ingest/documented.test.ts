import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#server/ingest/endpoints.ts'
import { limits } from '#server/protocol/limits.ts'

const text = readFileSync(new URL('../../../../docs/ingest.md', import.meta.url), 'utf8')

/** The cells of the table below a heading. */
function tableBelow(heading: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function written(name: string, value: number): string {
  if (/bytes/i.test(name)) return bytes(value)
  if (name.endsWith('Ms')) return `${value / 1000} s`
  if (name.endsWith('Seconds')) return `${value} s`
  return value.toLocaleString('en')
}

function bytes(value: number): string {
  if (value === 0) return ''
  return value % 2 ** 20 === 0 ? `${value / 2 ** 20} MiB` : `${value / 2 ** 10} KiB`
}

describe('docs/ingest.md', () => {
  it('has each limit with its value', () => {
    const documented = Object.fromEntries(
      tableBelow('Limits').map(([name = '', value]) => [name.replaceAll('`', ''), value]),
    )
    const actual = Object.entries(limits).map(([name, value]) => [name, written(name, value)])
    expect(documented).toEqual(Object.fromEntries(actual))
  })

  it('has each endpoint with its methods and its bound', () => {
    const documented = tableBelow('Endpoints').map(([path, methods, , most]) => [path, methods, most])
    const actual = endpoints.flatMap(({ paths, methods, longestBytes }) =>
      paths.map((path) => [`\`${path}\``, methods.join(', '), bytes(longestBytes)]),
    )
    expect(documented.sort()).toEqual(actual.sort())
  })
})
