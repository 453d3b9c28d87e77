import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '#server/cli/commands.ts'
import { repositoryRoot } from './support/desk/desk-process.ts'
import { fileNamesIn, linksIn, pathsIn } from './support/sources/documents.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const find = (pattern: string) => globSync(pattern, { cwd: repositoryRoot }).sort()

const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', ...find('docs/**/*.md')]
const decisions = find('docs/decisions/[0-9]*.md')

/** A decision's row as the index should have it. */
function rowOf(path: string): string {
  const name = basename(path)
  const [heading = '', second = ''] = read(path).split('\n\n')
  const [, date = '', sentence = ''] = /^(\d{4}-\d\d-\d\d)\. (.*)\.$/.exec(second.replaceAll('\n', ' ')) ?? []
  return `| ${name.slice(0, 4)} | [${heading.replace('# ', '')}](${name}) | ${sentence} | ${date} |`
}

describe('the decisions', () => {
  it('are in the index with their title, sentence and date', () => {
    const rows = read('docs/decisions/README.md')
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
    expect(rows).toEqual(decisions.map(rowOf))
  })

  it('are numbered without a gap', () => {
    expect(decisions.length).toBeGreaterThan(100)
    const numbers = decisions.map((path) => Number(basename(path).slice(0, 4)))
    expect(numbers).toEqual(decisions.map((_, index) => index + 1))
  })

  it.each(decisions)('%s has a sentence, a context, a decision and a consequence', (path) => {
    const text = read(path)
    expect(text).toMatch(/^# .+\n\n\d{4}-\d\d-\d\d\. \S/)
    for (const part of ['Context', 'Decision', 'Consequence']) expect(text).toContain(`\n*${part}.* `)
  })
})

describe('the documents', () => {
  it('name paths that exist', () => {
    const missing = documents.flatMap((document) =>
      pathsIn(read(document))
        .filter((path) => find(path).length === 0)
        .map((path) => `${document}: ${path}`),
    )
    expect(missing).toEqual([])
    expect(pathsIn(read('ARCHITECTURE.md')).length).toBeGreaterThan(80)
  })

  it('link to documents that exist', () => {
    const missing = documents.flatMap((document) =>
      linksIn(read(document))
        .filter((link) => find(join(dirname(document), link)).length === 0)
        .map((link) => `${document}: ${link}`),
    )
    expect(missing).toEqual([])
  })

  it('name our files by their whole path', () => {
    const short = documents.flatMap((document) =>
      fileNamesIn(read(document)).map((name) => `${document}: ${name}`),
    )
    expect(short).toEqual([])
  })
})

/** `token list`, `user disable|enable EMAIL`: the commands that a table names, without their arguments. */
function commandsIn(table: string): string[] {
  const usages = [...table.replaceAll('\\|', '|').matchAll(/`([^`\n]+)`/g)].map(([, usage = '']) =>
    usage.split(' '),
  )
  return usages.flatMap((parts) => {
    const end = parts.findIndex((part) => !/^[a-z][a-z|-]*$/.test(part))
    const words = end === -1 ? parts : parts.slice(0, end)
    return words.reduce<string[]>(
      (starts, word) => starts.flatMap((start) => word.split('|').map((each) => `${start} ${each}`.trim())),
      [''],
    )
  })
}

describe('the README', () => {
  it('names every command', () => {
    const named = new Set(commandsIn(read('README.md').split('## Commands')[1]?.split('##')[0] ?? ''))
    const missing = commands.map(({ words }) => words.join(' ')).filter((name) => !named.has(name))
    expect(missing).toEqual([])
    expect(named).toContain('user enable')
  })
})

describe('a path in a document', () => {
  it.each([
    ['see `server/app.ts`, then server/ingest/', ['server/app.ts', 'server/ingest/']],
    ['It is in docs/desk.md.', ['docs/desk.md']],
    ['`renderer/ui/chart/draw-*.ts`', ['renderer/ui/chart/draw-*.ts']],
    ['```\n  server/main.ts   starts\n```', ['server/main.ts']],
    ['`crumbtrail/telemetry/tracing`, `react-dom/server` and https://vike.dev/docs/x', []],
    ['```sh\nmkdir pages/index\n```', []],
  ])('is found in %j', (text, paths) => {
    expect(pathsIn(text)).toEqual(paths)
  })

  it('is whole: the name of a file alone is reported', () => {
    expect(fileNamesIn('`page-json.ts` beside `server/app.ts` and `+Page.tsx`')).toEqual(['page-json.ts'])
  })

  it('may be a link, without its fragment', () => {
    expect(linksIn('[a](docs/desk.md#keys), [b](https://vike.dev), [c](#keys)')).toEqual(['docs/desk.md'])
  })
})
