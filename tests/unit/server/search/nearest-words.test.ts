import { expect, it } from 'vitest'
import { ISSUE_KEYS } from '#server/search/dialects/issue-keys.ts'
import { ISSUE_KEY_NAMES } from '#server/search/dialects/known-keys.ts'
import { nearestWords } from '#server/search/nearest-words.ts'

it.each([
  ['browsr', ['browser']],
  ['Browser', ['browser', 'browser.name']],
  ['relaese', ['release']],
  ['filename', ['stack.filename']],
  ['url', ['url', 'http.url']],
  ['xyzzy', []],
  ['', []],
  ['browser'.repeat(20), []],
])('of %s are %j', (word, near) => {
  expect(
    nearestWords(word, ['release', 'browser', 'browser.name', 'stack.filename', 'http.url', 'url']),
  ).toEqual(near)
})

it('knows keys that are read, or tags that are made of every event', () => {
  const unread = ISSUE_KEY_NAMES.filter((name) => !Object.hasOwn(ISSUE_KEYS, name.toLowerCase()))
  expect(unread.toSorted()).toEqual(
    [
      ...[
        'environment',
        'transaction',
        'url',
        'dist',
        'server_name',
        'browser.name',
        'os.name',
        'runtime.name',
      ],
      ...['device.family', 'mechanism', 'handled'],
    ].toSorted(),
  )
})
