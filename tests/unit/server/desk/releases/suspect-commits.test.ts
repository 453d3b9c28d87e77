import { expect, it, onTestFinished } from 'vitest'
import { isSameFile, partsOfPath } from '#server/desk/suspects/same-file.ts'
import type { ChangedFile, GivenCommit } from '#server/models/releases/commits.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

function aCommit(id: string, ...files: ChangedFile[]): GivenCommit {
  const author = { authorName: 'Ada', authorEmail: 'ada@example.com' }
  return { id, repository: null, ...author, message: id, committedAt: null, files }
}

const anError = (release: string, ...frames: object[]) => ({
  release,
  exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames } }] },
})
const frame = (filename: string, name: string, in_app = true) => ({
  filename,
  function: name,
  in_app,
  lineno: 1,
})

async function openDesk() {
  const opened = await openIssueDesk()
  onTestFinished(opened.close)
  const { desk } = opened
  const none = { releasedAt: null, ref: null, url: null }
  return {
    ...opened,
    report: (version: string, ...commits: GivenCommit[]) =>
      desk.releases.save({ version, projectSlugs: ['crumbtrail'], ...none, commits }),
    async suspectsOf(issueId: number) {
      const [issue, event] = [await desk.issues.find(issueId), await desk.events.find(issueId, 'recommended')]
      if (!issue || !event) throw new Error('Cannot find the issue that was just stored')
      const found = await desk.releases.listSuspects(issue, event)
      return found.map(({ commit, path, functionName, by }) => [commit.id, path, functionName, by])
    },
  }
}

it('suspects the commits of the release that changed a file of the stack, the failing frame’s first', async () => {
  const { report, happen, suspectsOf } = await openDesk()
  await report('1.0', aCommit('old', ['M', 'src/pay.ts']))
  await report(
    '1.1',
    aCommit('c3', ['M', 'docs/pay.md'], ['M', 'src/library.ts']),
    aCommit('c2', ['M', 'src/routes.ts']),
    aCommit('c1', ['A', 'src/pay.ts'], ['D', 'src/routes.ts']),
    aCommit('c0', ['M', 'src/pay.ts']),
  )
  const frames = [
    frame('/srv/app/src/routes.ts', 'route'),
    frame('/srv/app/src/library.ts', 'call', false),
    frame('/srv/app/src/pay.ts', 'charge'),
  ]
  const issueId = await happen('TypeError', anError('1.1', ...frames))
  expect(await suspectsOf(issueId)).toEqual([
    ['c1', 'src/pay.ts', 'charge', 'introduced'],
    ['c0', 'src/pay.ts', 'charge', 'introduced'],
    ['c2', 'src/routes.ts', 'route', 'introduced'],
  ])
})

it('suspects nobody where the release has no commits, or none of the files', async () => {
  const { report, happen, suspectsOf } = await openDesk()
  const error = anError('1.1', frame('/srv/app/src/pay.ts', 'charge'))
  const issueId = await happen('TypeError', error)
  expect(await suspectsOf(issueId)).toEqual([])
  await report('1.1', aCommit('a', ['M', 'src/repay.ts'], ['M', 'lib/pay.ts']))
  expect(await suspectsOf(issueId)).toEqual([])
})

it('suspects the commits of the release in which an issue regressed before those of its first one', async () => {
  const { desk, report, happen, suspectsOf } = await openDesk()
  const inRelease = (version: string) => anError(version, frame('src/pay.ts', 'charge'))
  await report('1.0', aCommit('first', ['M', 'src/pay.ts']))
  const issueId = await happen('TypeError', inRelease('1.0'))
  await desk.issues.change([issueId], [{ kind: 'resolve' }])
  await report('1.1', aCommit('second', ['M', 'src/pay.ts']))
  await happen('TypeError', inRelease('1.1'))
  expect(await suspectsOf(issueId)).toEqual([['second', 'src/pay.ts', 'charge', 'regressed']])
})

it('finds the file of a Java class by its package', async () => {
  const { report, happen, suspectsOf } = await openDesk()
  await report('1', aCommit('a', ['M', 'core/src/main/java/com/acme/Pay.java'], ['M', 'com/other/Pay.java']))
  const java = { filename: 'Pay.java', module: 'com.acme.Pay', function: 'charge', in_app: true }
  const issueId = await happen('TypeError', { platform: 'java', ...anError('1', java) })
  expect(await suspectsOf(issueId)).toEqual([
    ['a', 'core/src/main/java/com/acme/Pay.java', 'charge', 'introduced'],
  ])
})

it.each([
  ['webpack:///./src/pay.ts?a1b2', 'packages/web/src/pay.ts', 'yes'],
  ['app:///src/pay.ts', 'src/pay.ts', 'yes'],
  ['C:\\srv\\app\\src\\pay.ts', 'src/pay.ts', 'yes'],
  ['https://shop.example/pay.js', 'pay.js', 'lone'],
  ['../../src/pay.ts', 'src/pay.ts', 'yes'],
  ['/srv/app/src/pay.ts', 'lib/pay.ts', 'no'],
  ['/srv/packages/a/src/index.ts', 'packages/b/src/index.ts', 'no'],
  ['/srv/app/src/repay.ts', 'pay.ts', 'no'],
  ['/srv/app/src/index.ts', 'index.ts', 'no'],
  ['pay.py', 'shop/pay.py', 'lone'],
  ['', 'pay.py', 'no'],
  ['<anonymous>', 'pay.py', 'no'],
])('compares %s with %s: %s', (ofFrame, ofCommit, answer) => {
  expect(isSameFile(partsOfPath(ofFrame), partsOfPath(ofCommit))).toBe(answer)
})
