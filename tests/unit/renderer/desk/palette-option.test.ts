import { expect, it } from 'vitest'
import { matchOptions, type PaletteOption } from '#renderer/enhance/palette/option.ts'

const named = (name: string, words = ''): PaletteOption => ({ group: '', name, words, act: { href: '/' } })
const options = [named('Search help'), named('Issues'), named('Shop web'), named('Dark theme', 'night')]
const found = (text: string) => matchOptions(options, text).map(({ name }) => name)

it.each([
  ['', ['Search help', 'Issues', 'Shop web', 'Dark theme']],
  ['s', ['Search help', 'Shop web']],
  ['he', ['Search help']],
  ['web sh', ['Shop web']],
  ['th', ['Dark theme']],
  ['NIGHT', ['Dark theme']],
  ['op', []],
  ['🙂', ['Search help', 'Issues', 'Shop web', 'Dark theme']],
])('%j finds %o', (text, names) => expect(found(text)).toEqual(names))

it('puts first what begins so', () => {
  const two = [named('The shop'), named('Shop')]
  expect(matchOptions(two, 'sh').map(({ name }) => name)).toEqual(['Shop', 'The shop'])
})
