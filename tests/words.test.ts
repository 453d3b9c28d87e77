import { describe, expect, it } from 'vitest'
import { proseOf } from './support/sources/prose.ts'
import { listSources } from './support/sources/source-files.ts'

/** Developed with, and seen by nobody else: its specimens need something to say. */
const isShown = (path: string) => !path.startsWith('renderer/catalogue/')

describe('words', () => {
  it.each(['pages', 'renderer'])('of %s stand in renderer/texts/ alone', (folder) => {
    const files = listSources(folder).filter(isShown)
    expect(files.length).toBeGreaterThan(40)
    expect(files.flatMap((path) => proseOf(path).map((prose) => `${path}: ${prose}`))).toEqual([])
  })

  it.each([
    ['<p>Not <b>here</b> {name}</p>', ['Not', 'here']],
    [`<p>{isNew ? 'new' : \`seen \${count} times\`}</p>`, ['new', 'seen', 'times']],
    ["<p>{count > 0 && 'some ' + count}</p>", ['some']],
    [`<button title="Close it" aria-label={\`Close \${name}\`} />`, ['Close it', 'Close']],
    ["refused('Cannot do it', form)", ['Cannot do it']],
  ])('are found in %s', (code, words) => {
    expect(proseOf('page.tsx', `export const shown = ${code}`)).toEqual(words)
  })

  it.each([
    '<p>{say.title}: 12 – K7Q2MX</p>',
    `<p className="wide" data-tone="error" id={\`\${id}-note\`}>{name}</p>`,
    "<p>{state === 'running' && <i />}{formatCount(count, 'issue')}</p>",
    '<a href="/issues" rel="noreferrer">·</a>',
    'refused(saved.refusal, form, "name")',
  ])('are not what %s has', (code) => {
    expect(proseOf('page.tsx', `export const shown = ${code}`)).toEqual([])
  })
})
