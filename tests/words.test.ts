import { describe, expect, it } from 'vitest'
import { avoidedIn, textsOf } from './support/sources/plain-words.ts'
import { proseOf } from './support/sources/prose.ts'
import { listSources } from './support/sources/source-files.ts'

/** The catalogue is shown in development alone: its specimens need something to say. */
const isShown = (path: string) => !path.startsWith('renderer/catalogue/')

/** What fails a build is read by developers alone. */
const isOfBuild = (path: string) => path.startsWith('renderer/build/')

/** Complains of each text with avoided words, by its file. */
function complaintsOf(folder: string, isRead: (text: string) => boolean = () => true): string[] {
  const files = listSources(folder).filter((path) => !isOfBuild(path))
  return files.flatMap((path) =>
    textsOf(path)
      .filter(isRead)
      .flatMap((text) => avoidedIn(text).map((complaint) => `${path}: ${complaint}`)),
  )
}

describe('texts', () => {
  it.each(['pages', 'renderer'])('of %s are all in renderer/texts/', (folder) => {
    const files = listSources(folder).filter(isShown)
    expect(files.length).toBeGreaterThan(40)
    expect(files.flatMap((path) => proseOf(path).map((prose) => `${path}: ${prose}`))).toEqual([])
  })

  it.each(['pages', 'renderer'])('of %s are plain English', (folder) => {
    expect(complaintsOf(folder)).toEqual([])
  })

  it('with which the server refuses are plain English', () => {
    expect(complaintsOf('server', (text) => text.startsWith('Cannot '))).toEqual([])
  })

  it('of the commands are plain English', () => {
    expect(complaintsOf('server/cli')).toEqual([])
  })
})

describe('prose', () => {
  it.each([
    ['<p>Not <b>here</b> {name}</p>', ['Not', 'here']],
    [`<p>{isNew ? 'new' : \`seen \${count} times\`}</p>`, ['new', 'seen', 'times']],
    ["<p>{count > 0 && 'some ' + count}</p>", ['some']],
    [`<button title="Close it" aria-label={\`Close \${name}\`} />`, ['Close it', 'Close']],
    ["refused('Cannot do it', form)", ['Cannot do it']],
  ])('is found in %s', (code, words) => {
    expect(proseOf('page.tsx', `export const shown = ${code}`)).toEqual(words)
  })

  it.each([
    '<p>{say.title}: 12 – K7Q2MX</p>',
    `<p className="wide" data-tone="error" id={\`\${id}-note\`}>{name}</p>`,
    "<p>{state === 'running' && <i />}{formatCount(count, 'issue')}</p>",
    '<a href="/issues" rel="noreferrer">·</a>',
    'refused(saved.refusal, form, "name")',
  ])('is not found in %s', (code) => {
    expect(proseOf('page.tsx', `export const shown = ${code}`)).toEqual([])
  })
})

describe('avoided words', () => {
  it.each([
    'Nobody wrote in this period.',
    'Seen by 5 people',
    'Issues stand here',
    'It is kept for ever',
    'The sort is none of these',
    'No trace is like that',
    'Show what there is of it',
    'What became of the events.',
  ])('are found in "%s"', (text) => {
    expect(avoidedIn(text)).not.toEqual([])
  })

  it.each([
    'It is no longer stored',
    'There is no such project',
    'What happened?',
    'Show all of it',
    'A standard person_id',
  ])('are not found in "%s"', (text) => {
    expect(avoidedIn(text)).toEqual([])
  })

  it('are looked for in the texts of a file, not in its comments, imports, keys and types', () => {
    const source = `import { nobody } from './people.ts' // somebody
      type Visitor = 'visitor'
      export const say = { person: 'User', 'stands': \`for \${nobody} more\`, of: ['it'] } as const`
    expect(textsOf('say.ts', source)).toEqual(['User', 'for … more', 'it'])
  })
})
