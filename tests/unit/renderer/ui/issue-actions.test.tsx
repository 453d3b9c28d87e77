import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { parseIssueRequest } from '#renderer/forms/issue-request.ts'
import { IssueActions } from '#renderer/views/issue/handling/IssueActions.tsx'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { IssueState } from '#server/processing/life-cycle.ts'
import { anEvent } from './an-event.ts'

const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const OPEN: IssueState = { status: 'open', substatus: null }

function actionsOf(state: IssueState = OPEN, assignee: Assignee | null = null): string {
  const assignees: Assignee[] = [
    { type: 'team', id: 1, slug: 'billing', name: 'Billing' },
    { type: 'user', id: 1, email: 'ada@example.com', name: '' },
    { type: 'user', id: 2, email: 'grace.hopper@example.com', name: '' },
  ]
  return renderToStaticMarkup(
    <IssueActions
      handling={{
        state,
        stateSince: null,
        regression: null,
        assignee,
        isBookmarked: false,
        isSubscribed: false,
        activity: [],
        groupings: [],
      }}
      assignees={assignees}
      viewerId={2}
      environments={['production', 'staging']}
      event={{ ...anEvent(), release: 'shop@2.5.0' }}
    />,
  )
}

/** The field `change` of each form of the ignore menu, as a browser would send the whole form. */
function sentBy(html: string, change: string): URLSearchParams {
  const form = html.split('<form').find((part) => part.includes('value="ignore-for"')) ?? ''
  const fields = new URLSearchParams({ change })
  for (const [, name = '', value = ''] of form.matchAll(
    /type="number"[^>]* name="([^"]+)"[^>]* value="(\d+)"/g,
  ))
    fields.set(name, value)
  for (const [, name = '', options = ''] of form.matchAll(/<select name="([^"]+)".*?>(.*?)<\/select>/g)) {
    const values = [...options.matchAll(/value="([^"]*)"( selected)?/g)]
    fields.set(name, (values.find(([, , selected]) => selected) ?? values[0])?.[1] ?? '')
  }
  return fields
}

describe('IssueActions', () => {
  it('has three controls and a menu', () => {
    const html = actionsOf()
    expect(html.match(/<summary/g)).toHaveLength(4)
    expect(html).toMatch(/aria-label="More ways to resolve"/)
    expect(html).toMatch(/aria-label="Assignee: unassigned"/)
    expect(html).toMatch(/aria-label="More actions"/)
  })

  it('ignores by one form, whose every way is a request that the desk can read', () => {
    const html = actionsOf()
    const form = html.split('<form').find((part) => part.includes('value="ignore-for"')) ?? ''
    expect(form.match(/<button/g)).toHaveLength(1)
    expect(wordsOf(form)).toMatch(/Until more events in all within 1 hour .*For 1 hour 1 day 1 week 30 days/)
    const requests = [
      'ignore-for',
      'ignore-until-events',
      'ignore-until-users',
      'ignore-environment',
      'ignore',
    ]
    expect(requests.map((change) => parseIssueRequest(sentBy(form, change)))).toEqual([
      { kind: 'ignore-for', minutes: 1440 },
      { kind: 'ignore-until-events', count: 100, periodMinutes: null },
      { kind: 'ignore-until-users', count: 10, periodMinutes: null },
      { kind: 'ignore-environment', environment: 'production' },
      { kind: 'ignore' },
    ])
  })

  it('assigns by one button of a form, the viewer’s own first', () => {
    const html = actionsOf(OPEN, { type: 'user', id: 1, email: 'ada@example.com', name: '' })
    expect(html).toContain('aria-label="Assignee: ada@example.com"')
    expect(wordsOf(html)).toMatch(
      /GH grace\.hopper@example\.com you BI #billing Billing AD ada@example\.com Unassigned/,
    )
    expect(html).toContain('value="assign:1" aria-pressed="true"')
    expect(html).toContain('value="assign-team:1" aria-pressed="false"')
  })

  it('reopens a closed issue', () => {
    const html = actionsOf({ status: 'ignored', until: { kind: 'forever' } })
    expect(html).toContain('value="reopen"')
    expect(html).not.toContain('ignore-for')
    expect(html).not.toContain('More ways to resolve')
  })
})
