import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editorLink } from '#renderer/views/event/stack/editor-link.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'

const setting = { editor: 'vscode', from: '', to: '' } as const

describe('editorLink()', () => {
  it.each([
    ['/app/a b.ts', 'vscode://file/app/a%20b.ts:7:3'],
    ['file:///app/a.mjs', 'vscode://file/app/a.mjs:7:3'],
    ['C:\\shop\\a.ts', 'vscode://file/C:/shop/a.ts:7:3'],
    ['https://shop.example/a.js', undefined],
    ['//evil.example/a.js', undefined],
    ['/app/../../etc/passwd', undefined],
    ['src/a.ts', undefined],
    ['javascript:alert(1)', undefined],
    [undefined, undefined],
  ])('of %j is %j', (abs_path, link) => {
    const frame = { in_app: true, lineno: 7, colno: 3, ...(abs_path === undefined ? {} : { abs_path }) }
    expect(editorLink(frame, setting)).toBe(link)
  })

  it('puts the path of this computer in the place of the server’s', () => {
    const frame = { in_app: true, abs_path: '/app/cart/total.ts' }
    const mapped = { editor: 'idea', from: '/app/', to: 'C:\\code\\shop\\' } as const
    expect(editorLink(frame, mapped)).toBe('idea://open?file=/C:/code/shop/cart/total.ts&line=1&column=1')
  })

  it('is a link of the editor and nothing else, whatever the path', () => {
    fc.assert(
      fc.property(anyText(), (path) => {
        const link = editorLink({ in_app: true, abs_path: `/${path}` }, setting)
        if (link !== undefined) expect(link).toMatch(/^vscode:\/\/file\/[\w%/.:~!*'()-]*:1:1$/)
      }),
    )
  })
})
