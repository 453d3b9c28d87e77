import { expect, it, onTestFinished } from 'vitest'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

it('counts an issue that comes back for the release whose event brought it', async () => {
  const at = await openIssueDesk()
  onTestFinished(at.close)
  const issue = await at.happen('TypeError', { release: 'shop@1.0.0' })
  await at.desk.issues.change([issue], [{ kind: 'resolve' }])
  await at.happen('TypeError', { release: 'shop@1.1.0' })
  await at.happen('TypeError', { release: 'shop@1.1.0' }) // it is back already
  const regressed = async (version: string) =>
    (await at.desk.releases.listByVersion(version))[0]?.regressedIssueCount
  expect([await regressed('shop@1.0.0'), await regressed('shop@1.1.0')]).toEqual([0, 1])
})
