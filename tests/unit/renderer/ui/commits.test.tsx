import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SuspectCommits } from '#renderer/views/issue/SuspectCommits.tsx'
import { CommitTable } from '#renderer/views/release/CommitTable.tsx'
import { commitLink } from '#renderer/views/release/commit-link.ts'
import type { ReleaseCommit } from '#server/models/releases/commits.ts'
import { NOW } from './an-event.ts'

const HASH = '75b8b038f3ad32e85c22fb8356488e5f123372ef'
const commit: ReleaseCommit = {
  ...{ projectId: 2, version: 'shop@1.1.0', position: 0, id: HASH, repository: 'origin' },
  ...{ authorName: 'Ada <b>', authorEmail: 'ada@example.com', message: 'Charge twice\n\nNobody knows why.' },
  ...{ committedAt: NOW - 3_600_000, receivedAt: NOW, files: [['M', 'src/pay.ts']] },
}
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

it.each([
  ['https://github.com/acme/shop', HASH, `https://github.com/acme/shop/commit/${HASH}`],
  ['https://gitlab.acme.example/a/b/', 'a1b2c3d', 'https://gitlab.acme.example/a/b/-/commit/a1b2c3d'],
  ['https://bitbucket.org/acme/shop', 'a1b2c3d', 'https://bitbucket.org/acme/shop/commits/a1b2c3d'],
  ['https://github.com/acme/shop', '../../other', undefined],
  ['javascript:alert(1)', HASH, undefined],
  [undefined, HASH, undefined],
])('links a commit of %s', (repository, id, href) => expect(commitLink(repository, id)).toBe(href))

it('lists commits with the first line of their message, who wrote them and how many files they changed', () => {
  const props = { commits: [commit], fileCounts: [3], now: NOW }
  const html = renderToStaticMarkup(<CommitTable {...props} repository="https://github.com/acme/shop" />)
  expect(html).toContain(`href="https://github.com/acme/shop/commit/${HASH}"`)
  expect(wordsOf(html)).toContain('75b8b038 Charge twice by Ada &lt;b&gt; ,')
  expect(renderToStaticMarkup(<CommitTable {...props} repository={undefined} />)).not.toContain('<a ')
})

it('says of a suspect commit which file and which release make it one', () => {
  const suspect = { commit, path: 'src/pay.ts', functionName: 'charge', by: 'introduced' } as const
  const others = ['b', 'c', 'd'].map((id) => ({ ...suspect, functionName: null, commit: { ...commit, id } }))
  const props = { projectSlug: 'shop', repository: undefined, now: NOW }
  const words = wordsOf(renderToStaticMarkup(<SuspectCommits suspects={[suspect, ...others]} {...props} />))
  expect(words).toContain('Suspect commits This issue was first seen in shop@1.1.0')
  expect(words).toContain('changed src/pay.ts , the file of charge in this stack trace')
  expect(words).toContain('changed src/pay.ts , a file of this stack trace')
  expect(words).toContain('and 1 other commit of the same files')
  expect(renderToStaticMarkup(<SuspectCommits suspects={[]} {...props} />)).toBe('')
})
