import { expect, it } from 'vitest'
import { asBrowsersWrite } from '#renderer/layout/browser-markup.ts'

it.each([
  [
    '<input autoComplete="off" spellCheck="false" required=""/>',
    '<input autocomplete="off" spellcheck="false" required="">',
  ],
  ['<button popoverTarget="more">More</button>', '<button popovertarget="more">More</button>'],
  [
    '<svg viewBox="0 0 9 9"><path d="M0 0"></path></svg>',
    '<svg viewBox="0 0 9 9"><path d="M0 0"></path></svg>',
  ],
  [
    '<bdi>Ada&#x27;s &lt;shop&gt; tabIndex=&quot;0&quot; /&gt;</bdi>',
    "<bdi>Ada's &lt;shop&gt; tabIndex=&quot;0&quot; /&gt;</bdi>",
  ],
])('%s is written as browsers write it', (markup, written) => {
  expect(asBrowsersWrite(markup)).toBe(written)
})

it('a field with what people wrote keeps its text', () => {
  expect(asBrowsersWrite('<input value="x maxLength=" maxLength="9"/>')).toBe(
    '<input value="x maxLength=" maxlength="9">',
  )
})
