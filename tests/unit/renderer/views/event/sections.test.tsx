import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ContextSections } from '#renderer/views/event/sections/ContextSections.tsx'
import { RequestSection } from '#renderer/views/event/sections/RequestSection.tsx'
import { StackTrace } from '#renderer/views/event/stack/StackTrace.tsx'
import { describeCrumb } from '#renderer/views/event/trail/describe-crumb.ts'
import { toEventAnswer } from '#server/api/events/answer.ts'
import { anEvent, anIssue } from '#tests/unit/renderer/ui/an-event.ts'

const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

it('lists the cookies of a request, collapsed', () => {
  const request = { headers: [], cookies: [['session', '[Filtered]']] as [string, string][] }
  const html = renderToStaticMarkup(<RequestSection request={request} curlPath="curl.txt" />)
  expect(wordsOf(html)).toContain('1 cookie session [Filtered]')
  expect(html).not.toContain('open=""')
})

it('shows the packages and integrations of the SDK', () => {
  const { payload } = anEvent({
    sdk: {
      ...{ name: 'sentry.python', version: '2.20.0' },
      packages: [['pypi:sentry-sdk', '2.20.0']],
      integrations: ['argv', 'django'],
    },
  })
  expect(wordsOf(renderToStaticMarkup(<ContextSections payload={payload} />))).toContain(
    'SDK packages pypi:sentry-sdk 2.20.0 integrations argv, django',
  )
})

it('opens the code of library frames', () => {
  const library = {
    ...{ function: 'dispatch', filename: '/srv/site-packages/flask/app.py', in_app: false, lineno: 880 },
    context_line: 'rv = self.dispatch_request()',
  }
  const own = { function: 'cart', filename: 'shop.py', in_app: true }
  const exceptions = [{ type: 'KeyError', module: 'shop.errors', stacktrace: { frames: [library, own] } }]
  const html = renderToStaticMarkup(<StackTrace exceptions={exceptions} textPath="stack.txt" editor={null} />)
  expect(wordsOf(html)).toContain(
    '1 frame in flask dispatch /srv/site-packages/flask/app.py:880 880 rv = self .dispatch_request()',
  )
  expect(html).not.toContain('open=""')
  expect(wordsOf(html)).toContain('KeyError Module shop.errors')
})

it('names the event that a breadcrumb is about', () => {
  const crumb = {
    timestamp: 1,
    type: 'default',
    category: 'sentry.event',
    level: 'error',
    event_id: 'a'.repeat(32),
  } as const
  expect(describeCrumb(crumb).rest).toEqual([['event_id', 'a'.repeat(32)]])
})

it('is answered by API with Sentry’s names', () => {
  const sdk = {
    name: 'x',
    version: '1',
    packages: [['npm:a', '1']] as [string, string][],
    integrations: ['Http'],
  }
  const answer = toEventAnswer(anEvent({ sdk, modules: [['flask', '3.0.0']] }), anIssue())
  expect(answer.sdk).toEqual({
    name: 'x',
    version: '1',
    packages: [{ name: 'npm:a', version: '1' }],
    integrations: ['Http'],
  })
  expect(answer.packages).toEqual({ flask: '3.0.0' })
  expect(toEventAnswer(anEvent(), anIssue()).sdk).toBeNull()
})
