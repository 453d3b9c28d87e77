import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Form } from '#renderer/forms/Form.tsx'

describe('Form', () => {
  it('is a plain form in the HTML, posted to its page, with a key of its own', () => {
    const html = renderToStaticMarkup(
      <>
        <Form className="form">
          <button type="submit">Go</button>
        </Form>
        <Form />
      </>,
    )
    const keys = [
      ...html.matchAll(/<input type="hidden"[^>]* name="idempotency-key"[^>]* value="([0-9a-f]{32})"/g),
    ]
    expect(new Set(keys.map(([, key]) => key)).size).toBe(2)
    expect(html).toMatch(
      /<form class="form" method="post"><input[^>]*><button type="submit">Go<\/button><\/form>/,
    )
    expect(html).not.toMatch(/action=|aria-busy|<script|javascript:/)
  })
})
