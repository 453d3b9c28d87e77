import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CommentText } from '#renderer/views/issue/handling/CommentText.tsx'
import type { Mention } from '#server/models/accounts/mention.ts'

const ADA: Mention = { text: '@ada', type: 'user', id: 1, name: 'Ada Lovelace', email: 'ada@example.com' }
const LONG: Mention = { ...ADA, text: '@ada@example.com' }
const BILLING: Mention = { text: '#billing', type: 'team', id: 1, name: '#billing', slug: 'billing' }

it('links mentions to the open issues of whom they name, and leaves the rest as text', () => {
  const html = renderToStaticMarkup(
    <CommentText text="<b> @ada@example.com, @ada: #billing #web @eve" mentions={[ADA, LONG, BILLING]} />,
  )
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="/issues?query=is%3Aunresolved+assigned%3Aada%40example.com"',
    'href="/issues?query=is%3Aunresolved+assigned%3Aada%40example.com"',
    'href="/issues?query=is%3Aunresolved+assigned%3A%23billing"',
  ])
  const words = html.replaceAll(/<[^>]*>/g, '')
  expect(words).toBe('&lt;b&gt; @Ada Lovelace, @Ada Lovelace: #billing #web @eve')
})

it('is text where nobody is mentioned', () => {
  expect(renderToStaticMarkup(<CommentText text="@ada" />)).not.toContain('<a')
})
