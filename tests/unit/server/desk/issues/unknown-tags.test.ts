import { expect, it } from 'vitest'
import { openSearchDesk } from '#tests/support/desk/prepared/search-desk.ts'

async function open() {
  const opened = await openSearchDesk()
  opened.send('Fox', { tags: { region: 'eu', 'payment.result': 'refused' } })
  return opened
}

it.each([
  ['browsr:Firefox', '`browsr` is an unknown key. Did you mean browser?'],
  ['is:open !regoin:eu', '`regoin` (at character 10) is an unknown key. Did you mean region?'],
  ['email:a@b.c', '`email` is an unknown key. Did you mean user.email?'],
  ['payment:x', '`payment` is an unknown key. Did you mean payment.result?'],
  ['has:usr', '`usr` (at character 5) is an unknown key. Did you mean user?'],
  ['(a OR tags[regio]:eu)', '`regio` (at character 12) is an unknown key. Did you mean region?'],
  ['quux:1', '`quux` is an unknown key: no event has it'],
])('%s is refused', async (query, refusal) => {
  const { search } = await open()
  expect(await search(query)).toBe(`Cannot search: ${refusal}`)
})

it.each([
  'region:us',
  'has:region',
  'tags[region]:us',
  'browser:Firefox',
  'dist:7',
  'has:assignee',
  'has:user.id',
])('%s is not', async (query) => {
  const { search } = await open()
  expect(await search(query)).not.toContain('unknown')
})

it('offers the searches that may have been meant', async () => {
  const { desk } = await open()
  expect(await desk.search.findSearchError('issues', 'is:open brwser:Firefox')).toMatchObject({
    word: 'brwser',
    at: 8,
    instead: ['is:open browser:Firefox'],
  })
  expect(await desk.search.findSearchError('issues', 'is:open region:x')).toBeUndefined()
})
