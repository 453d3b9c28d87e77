import { describe, expect, it } from 'vitest'
import { createMailLinks } from '#server/accounts/mail-links/mail-links.ts'
import { readMailLink, signMailLink } from '#server/accounts/mail-links/sign-mail-link.ts'
import { openPeople, type PeopleBench, type Person } from '#tests/support/alerts/people-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

describe('the token of a link in a mail', () => {
  const link = { accountId: 7, reason: 'mentioned', issueId: 12 } as const

  it('says what it ends, to whoever has the secret', () => {
    expect(readMailLink(signMailLink(link, 'secret'), 'secret')).toEqual(link)
    const several = { ...link, issueId: undefined }
    expect(readMailLink(signMailLink(several, 'secret'), 'secret')).toEqual(several)
  })

  it('is refused where it was forged or altered', () => {
    const token = signMailLink(link, 'secret')
    const altered = [
      token.replace(/^7/, '8'),
      token.replace('.12.', '.13.'),
      token.replace('mentioned', 'assigned'),
      token.slice(0, -1),
      `${token}A`,
      signMailLink(link, 'another secret'),
      '7.mentioned.12.',
      '7.mentioned.12',
      '',
    ]
    expect(altered.map((one) => readMailLink(one, 'secret'))).toEqual(altered.map(() => undefined))
  })
})

async function mailed(bench: PeopleBench, ada: Person): Promise<{ token: string; issueId: number }> {
  const issueId = await bench.addIssue()
  await bench.desk.issues.addComment(issueId, '@ada')
  await bench.pass(2_000)
  const [mail] = bench.mails.filter(({ to }) => to.includes(ada.email))
  const [, token = ''] = /\/unsubscribe\/([\w.-]+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? []
  return { token, issueId }
}

describe.each(ENGINES)('a link in a mail, on %s', (engine) => {
  it('ends mails about the issue, of the kind or all, and begins them again', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const { token, issueId } = await mailed(bench, ada)
    const links = createMailLinks({ store: bench.store, clock: bench.now })
    const shown = { email: 'ada@example.com', reason: 'mentioned', issue: { shortId: 'SHOP-1' } }
    expect(await links.read(token)).toEqual({ ...shown, ended: { issue: false, kind: false, all: false } })
    expect((await links.end(token, 'issue'))?.ended).toEqual({ issue: true, kind: false, all: false })
    expect((await ada.desk.issues.findHandling(issueId))?.isSubscribed).toBe(false)
    expect((await links.end(token, 'kind'))?.ended).toEqual({ issue: true, kind: true, all: false })
    expect((await links.end(token, 'all'))?.ended).toEqual({ issue: true, kind: true, all: true })
    const { choices } = await ada.desk.notifications.read()
    expect(choices).toMatchObject({
      isMailOff: true,
      ways: { mentioned: ['push'], assigned: ['mail', 'push'] },
    })
    for (const scope of ['issue', 'kind', 'all'] as const) await links.begin(token, scope)
    expect((await links.read(token))?.ended).toEqual({ issue: false, kind: false, all: false })
    expect((await ada.desk.issues.findHandling(issueId))?.isSubscribed).toBe(true)
  })

  it('ends with one click what the mail was about', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const { token, issueId } = await mailed(bench, ada)
    const links = createMailLinks({ store: bench.store, clock: bench.now })
    expect((await links.endAtOnce(token))?.ended).toEqual({ issue: true, kind: false, all: false })
    await bench.desk.issues.addComment(issueId, 'More')
    await bench.pass(120_000, 10_000)
    expect(bench.mails).toHaveLength(1)
  })

  it('lets nothing through after all mail was ended, also what waited for another try', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    bench.answerMail = () => ({ status: 451, headers: {}, body: 'later' })
    const { token, issueId } = await mailed(bench, ada)
    await createMailLinks({ store: bench.store, clock: bench.now }).end(token, 'all')
    await bench.desk.issues.addComment(issueId, '@ada again')
    await bench.pass(600_000, 60_000)
    expect(bench.mails).toHaveLength(1)
    const { items } = await bench.desk.alerts.messages.list({ limit: 10 })
    expect(items).toMatchObject([{ state: 'discarded', reason: 'The account ended all mail' }])
  })

  it('does nothing for whoever forged it, or whose account is gone', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const { token } = await mailed(bench, ada)
    const links = createMailLinks({ store: bench.store, clock: bench.now })
    expect(await links.end(token.replace('mentioned', 'assigned'), 'all')).toBeUndefined()
    expect((await ada.desk.notifications.read()).choices.isMailOff).toBe(false)
    await bench.desk.members.disable(ada.id)
    expect(await links.read(token)).toBeUndefined()
  })

  it('is in the mail and its headers, and not in what admins see of it', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const { token, issueId } = await mailed(bench, ada)
    const [mail] = bench.mails
    expect(mail?.headers).toMatchObject({
      'List-Id': `<issue-${issueId}.shop.desk.example>`,
      'List-Unsubscribe': `<https://desk.example/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(mail?.text).toContain(`Unsubscribe: https://desk.example/unsubscribe/${token}`)
    const { items } = await bench.desk.alerts.messages.list({ limit: 1 })
    expect(JSON.stringify(await bench.desk.alerts.messages.find(items[0]?.id ?? 0))).not.toContain(token)
  })
})
