import { expect, it } from 'vitest'
import { shapes } from '#renderer/ui/icon/shapes.ts'
import { iconSprite } from '#renderer/ui/icon/sprite.ts'

it.each(Object.entries(shapes))('the sprite has %s, one path', (name, path) => {
  expect(path).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/)
  expect(iconSprite).toContain(`<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`)
})
