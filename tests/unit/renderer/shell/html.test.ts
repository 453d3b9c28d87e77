import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, metaHtml } from '#renderer/shell/html.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'
import { escapeAsVike } from '#tests/support/sites/vike-strings.ts'

const text = fc.oneof(
  anyText(),
  fc.array(fc.constantFrom('&', '<', '>', '"', "'", '&amp;', '$&', 'a')).map((parts) => parts.join('')),
)

describe('escapeHtml', () => {
  it('escapes as Vike does', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(escapeHtml(any)).toBe(escapeAsVike(any))
      }),
    )
  })
})

describe('metaHtml', () => {
  it('keeps name and content inside their attributes', () => {
    fc.assert(
      fc.property(text, text, (name, content) => {
        expect(metaHtml(name, content)).toMatch(/^<meta name="[^"<>']*" content="[^"<>']*"\/>$/)
      }),
    )
    expect(metaHtml('a', '"><script>')).toBe('<meta name="a" content="&quot;&gt;&lt;script&gt;"/>')
  })
})
