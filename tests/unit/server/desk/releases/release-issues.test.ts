import { expect, it, onTestFinished } from 'vitest'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

it('counts the issues of a release that it lists, after a merge too', async () => {
  const { desk, happen, close } = await openIssueDesk()
  onTestFinished(close)
  const old = await happen('TypeError', { release: 'shop@1.0.0' })
  const merged = await happen('RangeError', { release: 'shop@1.1.0' })
  await happen('SyntaxError', { release: 'shop@1.1.0' })
  const projectId = 1
  const numbersOf = async (version: string) => {
    const [release] = await desk.releases.listByVersion(version)
    const listed = await desk.releases.listIssues(projectId, version, 'new')
    return [release?.newIssueCount, listed.map(({ type }) => type)]
  }
  expect(await numbersOf('shop@1.1.0')).toEqual([2, ['SyntaxError', 'RangeError']])
  await desk.issues.change([old, merged], [{ kind: 'merge' }])
  expect(await numbersOf('shop@1.0.0')).toEqual([1, ['RangeError']])
  expect(await numbersOf('shop@1.1.0')).toEqual([1, ['SyntaxError']])
})

it('counts what regressed in a release, not what regressed elsewhere and was seen in it', async () => {
  const { desk, happen, close } = await openIssueDesk()
  onTestFinished(close)
  const issueId = await happen('TypeError', { release: 'shop@1.0.0' })
  await desk.issues.change([issueId], [{ kind: 'resolve' }])
  await happen('TypeError', { release: 'shop@1.1.0' })
  await happen('TypeError', { release: 'shop@1.2.0' })
  const regressedIn = async (version: string) => {
    const [release] = await desk.releases.listByVersion(version)
    return [release?.regressedIssueCount, (await desk.releases.listIssues(1, version, 'regressed')).length]
  }
  expect(await regressedIn('shop@1.1.0')).toEqual([1, 1])
  expect(await regressedIn('shop@1.2.0')).toEqual([0, 0])
})
