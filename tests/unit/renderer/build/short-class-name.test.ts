import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shortClassName } from '#renderer/build/short-class-name.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const css = '.bar { color: red } .bar-end:hover, .bar .note { margin: .5em }'
const nameOf = (name: string, file = 'renderer/ui/Bar.module.css') =>
  shortClassName(name, join(root, file), css)

it('tells the classes of a file apart, and files', () => {
  const names = ['bar', 'bar-end', 'note'].map((name) => nameOf(name))
  expect(new Set(names).size).toBe(3)
  expect(nameOf('bar', 'renderer/ui/Other.module.css')).not.toBe(nameOf('bar'))
  for (const name of names) expect(name).toMatch(/^[a-z]{4}[0-9a-z]$/)
})

it('names a class alike wherever the file lies and however it is asked for', () => {
  expect(nameOf('bar', 'renderer/ui/Bar.module.css?used')).toBe(nameOf('bar'))
  expect(nameOf('bar')).toBe(nameOf('bar'))
})
