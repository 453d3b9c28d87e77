import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { action as changeInvitations } from '#pages/settings/invitations/+action.ts'
import { loader as loadInvitations } from '#pages/settings/invitations/+loader.ts'
import { action as changeMembers } from '#pages/settings/members/+action.ts'
import type { ActionContext } from '#renderer/page/action.ts'
import { composeLinkMail } from '#server/alerts/link-mails/compose-link-mail.ts'
import { mailLink } from '#server/alerts/link-mails/mail-link.ts'
import { createMailer } from '#server/alerts/sending/mail.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import { openAccountDesk, PASSWORD, tokenOf } from '#tests/support/accounts/account-browser.ts'
import { mailServer } from '#tests/support/alerts/mail-server.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const BOB = 'bob@example.com'
const INVITED = { change: 'invite', email: BOB, role: 'member' }

/** A desk whose admin Ada uses its pages, with this mail server or none. */
async function open(engine: Engine, server: SMTPServerOptions | undefined) {
  const at = await openAccountDesk(engine)
  const viewer = { id: await at.add('ada@example.com', 'admin'), email: 'ada@example.com' }
  const { port, received } = server ? await mailServer(server) : { port: 0, received: [] }
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}?name=desk.example`,
    from: 'Crumbtrail <desk@shop.example>',
  })
  onTestFinished(() => mailer.close())
  const clock = () => at.time.now
  const request = () => Promise.reject(new Error('Cannot happen: mail needs no requests'))
  const desk = createDesk({
    ...{
      store: at.store,
      sees: 'all',
      viewer: { ...viewer, role: 'admin' },
      by: toActor(viewer, '192.0.2.1'),
    },
    ...{ publicUrl: 'https://desk.example', clock },
    delivering: {
      adapters: {},
      tools: { request, mail: server && mailer.send, now: clock },
      stopwatch: () => 0,
      onFailure: (thrown) => {
        throw thrown
      },
    },
  })
  // The actions and loaders of these pages use nothing else.
  const contextOf = (fields: Record<string, string>) =>
    ({ desk, form: new URLSearchParams(fields), now: clock() }) as unknown as ActionContext
  return {
    ...{ at, desk, received, load: () => loadInvitations(contextOf({})) },
    async invite(fields: Record<string, string>) {
      return made(await changeInvitations(contextOf({ ...INVITED, ...fields })))
    },
    reset: async (id: number) =>
      made(await changeMembers(contextOf({ change: 'reset', member: String(id) }))),
  }
}

function made<Value>(result: { kind: 'done'; value?: Value } | { kind: 'refused'; message: string }): Value {
  if (result.kind === 'refused' || result.value === undefined) throw new Error(JSON.stringify(result))
  return result.value
}

/** The parts of a mail as a reader sees them. */
const decoded = (mail = '') => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n')

describe.each(ENGINES)('links by mail on %s', (engine) => {
  it('invite in text and HTML, and a reader who only opens the link uses nothing up', async () => {
    const { at, invite, received } = await open(engine, {})
    const invitation = await invite({ mail: 'on' })
    expect(invitation.mailed).toEqual({ to: BOB, failure: undefined })
    expect(received).toHaveLength(1)
    const mail = decoded(received[0])
    expect(mail).toContain('From: Crumbtrail <desk@shop.example>\nTo: bob@example.com\n')
    expect(mail).toContain('Subject: Invitation to Crumbtrail at desk.example\n')
    expect(mail).toContain('Auto-Submitted: auto-generated\n')
    expect(mail).toContain('ada@example.com invites you to the Crumbtrail desk at https://desk.example,')
    expect(mail).toContain(`Accept the invitation:\n${invitation.link}\n`)
    expect(mail).toContain('The link works once, until 8 January 2026 at 00:00 UTC.')
    expect(mail).toContain(`<a href="${invitation.link}"`)
    expect(mail).not.toMatch(/<img|List-Unsubscribe|In-Reply-To/)

    const [mailedLink = ''] = /https:\/\/desk\.example\/invitations\/[\w-]+/.exec(mail) ?? []
    const { links } = await at.browser().request()
    for (let read = 0; read < 3; read++)
      expect(await links.read('invitation', tokenOf({ link: mailedLink }))).toMatchObject({ state: 'open' })
    const given = { name: 'Bob', password: PASSWORD }
    expect(await links.acceptInvitation(tokenOf({ link: mailedLink }), given)).toMatchObject({ ok: true })
  })

  it('are sent only if whoever invites wants that, also for a new link', async () => {
    const { desk, invite, received, load } = await open(engine, {})
    expect((await load()).offersMail).toBe(true)
    expect(await invite({})).not.toHaveProperty('mailed')
    const [{ id } = { id: '' }] = await desk.accounts.invitations.list()
    expect(await invite({ change: 'renew', id })).not.toHaveProperty('mailed')
    expect(received).toEqual([])
    const [renewed] = await desk.accounts.invitations.list()
    const again = await invite({ change: 'mail', id: renewed?.id ?? '' })
    expect(again.mailed).toEqual({ to: BOB, failure: undefined })
    expect(decoded(received[0])).toContain(again.link)
  })

  it('set a new password, and go to the address of the account', async () => {
    const { at, reset, received } = await open(engine, {})
    const bob = await at.add(BOB, 'member')
    const { link, mailed } = await reset(bob)
    expect(mailed).toEqual({ to: BOB, failure: undefined })
    const mail = decoded(received[0])
    expect(mail).toContain('Subject: New password for Crumbtrail at desk.example\n')
    expect(mail).toContain(
      'ada@example.com made a link for your account bob@example.com at https://desk.example.',
    )
    expect(mail).toContain(`Choose a new password:\n${link}\n`)
    expect(mail).toContain('until 2 January 2026 at 00:00 UTC.')
  })

  it('say to whom forgot the password, or has a new address, what happened and what to do otherwise', async () => {
    const mail = { to: BOB, madeBy: 'Bob', link: 'https://desk.example/x', expiresAt: Date.UTC(2026, 0, 2) }
    const texts = (['forgotten', 'address'] as const).map((kind) =>
      composeLinkMail({ kind, ...mail }, { publicUrl: 'https://desk.example', key: 'k' }).text.split('\n\n'),
    )
    const once =
      'The link works once, until 2 January 2026 at 00:00 UTC. Whoever has it can use it, so do not forward it.'
    expect(texts).toEqual([
      [
        'Choose a new password',
        'Somebody asked at https://desk.example for a new password for your account bob@example.com.',
        'Choose a new password:\nhttps://desk.example/x',
        once,
        'If that was not you, ignore this mail: your password stays as it is.',
      ],
      [
        'Confirm your new address',
        'Bob asked for the address bob@example.com at the Crumbtrail desk https://desk.example, instead of the one that the account has now.',
        'Confirm the address:\nhttps://desk.example/x',
        once,
        'If that was not you, ignore this mail: the account keeps its address.',
      ],
    ])
  })

  it('are no worse where the mail server refuses them: the link is shown, and works', async () => {
    const { at, desk, invite } = await open(engine, {
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 550 })),
    })
    const invitation = await invite({ mail: 'on' })
    expect(invitation.mailed).toEqual({ to: BOB, failure: 'The mail server answered 550.' })
    expect(await desk.accounts.invitations.list()).toHaveLength(1)
    const { links } = await at.browser().request()
    expect(await links.read('invitation', tokenOf(invitation))).toMatchObject({ state: 'open' })
  })

  it('are kept nowhere: not with the messages of alerts, and not in the audit log', async () => {
    const { at, invite, reset } = await open(engine, {})
    const secrets = [await invite({ mail: 'on' }), await reset(await at.add('eve@example.com', 'member'))]
    const { db } = at.store
    const rows = [
      await db.selectFrom('audit_entry').selectAll().execute(),
      await db.selectFrom('alert_message').selectAll().execute(),
      await db.selectFrom('account_link').selectAll().execute(),
    ]
    expect(rows.map(({ length }) => length)).toEqual([2, 0, 2])
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(tokenOf(secret))
  })

  it('are not sent without a mail server, whatever is posted', async () => {
    const { at, invite, reset, load } = await open(engine, undefined)
    expect((await load()).offersMail).toBe(false)
    expect(await invite({ mail: 'on' })).not.toHaveProperty('mailed')
    expect(await reset(await at.add('eve@example.com', 'member'))).not.toHaveProperty('mailed')
  })
})

const LINK = 'https://desk.example/invitations/abc'
const TO_BOB = { kind: 'invitation', to: BOB, madeBy: 'ada@example.com', link: LINK, expiresAt: 0 } as const

it('the answer waits for a silent mail server no longer than its deadline', async () => {
  const options = { publicUrl: 'https://desk.example', newKey: () => 'k', deadlineMs: 20 }
  const silent = () => new Promise<never>(() => {})
  expect(await mailLink(TO_BOB, { ...options, send: silent })).toEqual({
    to: BOB,
    failure: 'The mail server did not answer within 0.02 seconds. The mail may still arrive.',
  })
})

it.each(['eve,bob@example.com', '<eve>@example.com', 'bob@example.com;x'])(
  'a link is not mailed to %j, which mail programs read as something else',
  async (to) => {
    const send = () => Promise.reject(new Error('Cannot happen: nothing is sent'))
    const options = { publicUrl: 'https://desk.example', newKey: () => 'k', send }
    expect(await mailLink({ ...TO_BOB, to }, options)).toMatchObject({
      failure: 'Cannot send mail: the mail server would not take this address.',
    })
  },
)

it('whoever invites writes neither HTML nor lines into the mail', () => {
  const madeBy = '<a href="https://evil.example">x</a>\r\n@example.com'
  const mail = composeLinkMail({ ...TO_BOB, madeBy }, { publicUrl: 'https://desk.example:8443', key: 'k' })
  expect(mail.subject).toBe('Invitation to Crumbtrail at desk.example:8443')
  expect(mail.messageId).toBe('invitation-k@desk.example')
  expect(mail.html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;x&lt;/a&gt; @example.com')
  expect(mail.text).toContain('<a href="https://evil.example">x</a> @example.com invites you')
})
