import { expect, it } from 'vitest'
import { openSearchDesk } from '#tests/support/desk/prepared/search-desk.ts'

async function open() {
  const opened = await openSearchDesk()
  const browser = (name: string) => ({ contexts: { browser: { name } } })
  for (let time = 0; time < 2; time++) opened.send(`Fox${time}`, browser('Firefox'))
  opened.send('Owl', { ...browser('Chrome'), tags: { region: 'eu' } })
  return opened
}

it('names the term that no issue meets, with values that may have been meant', async () => {
  const { desk } = await open()
  expect(await desk.issues.findMissingValue('is:new browser:Firefix')).toEqual({
    word: 'browser:Firefix',
    at: 7,
    key: 'browser',
    values: ['Firefox'],
    isNear: true,
  })
  expect(await desk.issues.findMissingValue('browser:"Netscape Navigator"')).toMatchObject({
    values: ['Firefox', 'Chrome'],
    isNear: false,
  })
  expect(await desk.issues.findMissingValue('dist:7')).toMatchObject({ key: 'dist', values: [] })
})

it.each([
  'browser:Firefox region:eu', // each has an issue
  'is:ignored',
  'timesSeen:>100',
  '!browser:Netscape',
  'browser:Netscape OR browser:Firefox',
  'browser:[Netscape, Mosaic]',
  'words',
  'level:bad',
  '"',
  '',
])('has nothing to say of %s', async (query) => {
  const { desk } = await open()
  expect(await desk.issues.findMissingValue(query)).toBeUndefined()
})
