import { expect, it, onTestFinished } from 'vitest'
import { previewIssue } from '#server/live/preview.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

it('tells of the latest event what a glance needs', async () => {
  const { desk, happen, close } = await openIssueDesk()
  onTestFinished(close)
  const frame = {
    filename: 'src/cart.ts',
    lineno: 12,
    function: 'total',
    in_app: true,
    context_line: '  return price',
  }
  const vendor = { filename: 'node_modules/lib.js', function: 'run', in_app: false }
  const issueId = await happen('PriceError', {
    exception: {
      values: [{ type: 'PriceError', value: 'no price', stacktrace: { frames: [frame, vendor] } }],
    },
    release: 'shop@1.4.2',
    environment: 'production',
    user: { email: 'ada@example.com' },
    transaction: '/checkout',
  })
  expect(await previewIssue(desk, issueId)).toEqual({
    title: 'PriceError',
    message: 'no price',
    frame: { place: 'src/cart.ts:12 in total', code: 'return price' },
    facts: [
      { name: 'Release', value: 'shop@1.4.2' },
      { name: 'Environment', value: 'production' },
      { name: 'User', value: expect.any(String) },
      { name: 'Where', value: '/checkout' },
    ],
  })
  expect(await previewIssue(desk, 999)).toBeUndefined()
})

it('stays small whatever was reported, and needs no stack', async () => {
  const { desk, happen, close } = await openIssueDesk()
  onTestFinished(close)
  const issueId = await happen('HugeError', {
    exception: { values: [{ type: 'HugeError', value: '<script>'.repeat(10_000) }] },
  })
  const peek = await previewIssue(desk, issueId)
  expect(peek?.frame).toBeNull()
  expect(JSON.stringify(peek).length).toBeLessThan(1_000)
})
