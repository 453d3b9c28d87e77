import { describe, expect, it } from 'vitest'
import { hideShop, openPeople, type Person } from '#tests/support/alerts/people-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000

describe.each(ENGINES)('what people hear by themselves, on %s', (engine) => {
  it('is an assignment, as a mail of the issue’s thread', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const issueId = await bench.addIssue()
    await bench.desk.issues.change([issueId], [{ kind: 'assign', accountId: ada.id }])
    await bench.pass(2_000)
    const [mail, another] = bench.mails
    expect(another).toBeUndefined()
    expect(mail).toMatchObject({
      to: ['ada@example.com'],
      subject: '[shop] TypeError: cart is empty',
      inReplyTo: `issue-${issueId}@desk.example`,
    })
    expect(mail?.text).toContain('owner@example.com assigned SHOP-1 to you: TypeError: cart is empty')
    expect(mail?.text).toContain('You get this because it is assigned to you or your team.')
  })

  it('is a mention with what was written, and comments from then on', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const issueId = await bench.addIssue()
    const { issues } = bench.desk
    await issues.addComment(issueId, 'Look, @ada:\nit is the cart.')
    await bench.pass(2_000)
    expect(bench.mailsTo(ada)[0]?.text).toContain(
      'owner@example.com mentioned you in SHOP-1: TypeError: cart is empty',
    )
    expect(bench.mailsTo(ada)[0]?.text).toContain('  > Look, @ada:\n  > it is the cart.')
    expect((await ada.desk.issues.findHandling(issueId))?.isSubscribed).toBe(true)
    await bench.pass(10 * MINUTE_MS, MINUTE_MS)
    await issues.addComment(issueId, 'Found it.')
    await bench.pass(2_000)
    expect(bench.mailsTo(ada)[1]?.text).toContain('owner@example.com commented on SHOP-1')
    expect(bench.mails).toHaveLength(2)
  })

  it('is nothing of what they do themselves', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const issueId = await bench.addIssue()
    await ada.desk.issues.addComment(issueId, 'Note to self, @ada')
    await ada.desk.issues.change([issueId], [{ kind: 'resolve' }])
    await bench.pass(2_000)
    expect(bench.mails).toEqual([])
  })

  it('is nothing of an issue whose subscription they ended, unless they are mentioned or assigned', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const issueId = await bench.addIssue()
    const { issues } = bench.desk
    await ada.desk.issues.change([issueId], [{ kind: 'subscribe', isSubscribed: false }])
    await issues.addComment(issueId, 'Anybody?')
    await bench.pass(2_000)
    expect(bench.mails).toEqual([])
    await issues.addComment(issueId, '@ada?')
    await bench.pass(2_000)
    expect(bench.mails).toHaveLength(1)
    expect((await ada.desk.issues.findHandling(issueId))?.isSubscribed).toBe(false)
    await issues.change([issueId], [{ kind: 'resolve' }])
    await bench.pass(10 * MINUTE_MS, MINUTE_MS)
    expect(bench.mails).toHaveLength(1)
  })

  it('is what rules tell, where they chose that, also without a channel', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    await bench.join('ben')
    const ways = { mentioned: [], assigned: [], subscribed: [], rules: ['mail'] } as const
    await bench.choose(ada, { ways })
    await bench.addIssue()
    expect(bench.mailsTo(ada)[0]?.text).toContain('New issue: SHOP-1: TypeError: cart is empty')
    expect(bench.mails).toHaveLength(1)
  })

  it('reaches nobody who lost the project in the meantime, also by a try that failed before', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const issueId = await bench.addIssue()
    bench.answerMail = () => ({ status: 451, headers: {}, body: 'later' })
    await bench.desk.issues.change([issueId], [{ kind: 'assign', accountId: ada.id }])
    await bench.pass(2_000)
    expect(bench.mails).toHaveLength(1)
    await hideShop(bench.store)
    await bench.desk.issues.addComment(issueId, 'Still here, @ada?')
    await bench.pass(60 * MINUTE_MS, MINUTE_MS)
    expect(bench.mails).toHaveLength(1)
    const { items } = await bench.desk.alerts.messages.list({ limit: 10 })
    expect(items.map(({ state, reason, account }) => ({ state, reason, account }))).toEqual([
      {
        state: 'discarded',
        reason: 'The account no longer sees the project',
        account: 'ada@example.com',
      },
    ])
  })

  it('comes in few mails: one at once, and what follows within a minute as one', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const issueId = await bench.addIssue()
    const comment = (text: string) => bench.desk.issues.addComment(issueId, text)
    await comment('@ada 1')
    await bench.pass(2_000)
    for (const count of [2, 3, 4]) await comment(`again ${count}`)
    await bench.pass(10_000)
    expect(bench.mails).toHaveLength(1)
    await bench.pass(MINUTE_MS, 10_000)
    expect(bench.mailsTo(ada)[1]?.text).toContain('3 updates of SHOP-1: TypeError: cart is empty')
    expect(bench.mails).toHaveLength(2)
  })

  it('is listed for admins among all messages, and for no other member', async () => {
    const bench = await openPeople(engine)
    const [ada, ben] = [await bench.join('ada'), await bench.join('ben')]
    const issueId = await bench.addIssue()
    await bench.desk.issues.change([issueId], [{ kind: 'assign', accountId: ada.id }])
    await bench.pass(2_000)
    const listOf = async ({ desk }: Pick<Person, 'desk'>) =>
      (await desk.alerts.messages.list({ limit: 10 })).items
    expect(await listOf(bench)).toMatchObject([{ account: 'ada@example.com', state: 'delivered' }])
    expect(await listOf(ben)).toEqual([])
  })
})
