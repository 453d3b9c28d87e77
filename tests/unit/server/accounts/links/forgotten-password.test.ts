import { describe, expect, it } from 'vitest'
import { createReset } from '#server/accounts/links/resets.ts'
import { type AccountDesk, openAccountDesk, tokenOf } from '#tests/support/accounts/account-browser.ts'
import { mailedLinks } from '#tests/support/accounts/mailed-links.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BOB = 'bob@example.com'
const NEXT = 'another horse battery'

async function open(engine: Engine, failure?: string) {
  const { mailer, links } = mailedLinks(failure)
  const at = await openAccountDesk(engine, undefined, mailer)
  await at.add('olga@example.com', 'owner')
  const bob = await at.add(BOB, 'member')
  /** Asks from this address, and waits until the mail was tried, which no page does. */
  async function ask(email: string, ip = '10.0.0.1') {
    const { forgottenPassword } = await at.browser(ip).request()
    const asked = await forgottenPassword.ask(email)
    if (!asked.ok) return asked
    await asked.mailed
    return { ok: true }
  }
  return { at, links, bob, ask }
}

const disable = ({ store }: AccountDesk, id: number) =>
  store.write((trx) => trx.updateTable('account').set({ disabled_at: 1 }).where('id', '=', id).execute())

describe.each(ENGINES)('a forgotten password on %s', (engine) => {
  it('is chosen anew by a link that is mailed to the account’s address, works once and for 24 hours', async () => {
    const { at, links, ask } = await open(engine)
    const lost = await at.signedIn(BOB, '10.0.0.2')
    expect(await ask(' Bob@Example.com ')).toEqual({ ok: true })
    const [link] = links
    expect(links).toEqual([
      {
        kind: 'forgotten',
        to: BOB,
        madeBy: BOB,
        link: expect.stringMatching(/^https:\/\/desk\.example\/resets\/[\w-]{43}$/),
        expiresAt: at.time.now + 24 * HOUR,
      },
    ])
    if (link === undefined) throw new Error('No link was mailed')
    const request = await at.browser().request()
    expect(await request.links.read('reset', tokenOf(link))).toMatchObject({ state: 'open', email: BOB })
    expect(await request.links.resetPassword(tokenOf(link), NEXT)).toEqual({ ok: true, isSignedIn: true })
    expect(await at.findViewer(lost.cookie)).toBeUndefined()
    expect(await request.links.read('reset', tokenOf(link))).toEqual({ state: 'used' })
    expect(await (await at.browser().request()).signIn(BOB, NEXT)).toEqual({ ok: true })
  })

  it('mails nothing to strangers and disabled accounts, and answers them the same', async () => {
    const { at, links, bob, ask } = await open(engine)
    expect(await ask('nobody@example.com')).toEqual({ ok: true })
    await disable(at, bob)
    expect(await ask(BOB)).toEqual({ ok: true })
    expect(links).toEqual([])
  })

  it('answers while the mail server still has not', async () => {
    const { promise, resolve } = Promise.withResolvers<{ to: string; failure: undefined }>()
    const mailer = { mail: () => promise, onFailure: expect.unreachable }
    const at = await openAccountDesk(engine, undefined, mailer)
    await at.add(BOB, 'member')
    const { forgottenPassword } = await at.browser().request()
    const asked = await forgottenPassword.ask(BOB)
    expect(asked).toMatchObject({ ok: true })
    resolve({ to: BOB, failure: undefined })
    if (asked.ok) await asked.mailed
  })

  it('sends one mail in five minutes to an account, whoever asks, and ten asks from one address', async () => {
    const { at, links, ask } = await open(engine)
    for (let n = 1; n <= 10; n++) expect(await ask(BOB)).toEqual({ ok: true })
    expect(await ask(BOB)).toEqual({
      ok: false,
      refusal: 'Cannot mail a link: too many attempts; try again in 90 seconds',
    })
    expect(await ask(BOB, '192.0.2.7')).toEqual({ ok: true })
    expect(links).toHaveLength(1)
    at.time.now += 5 * MINUTE - 1
    await ask(BOB, '192.0.2.8')
    expect(links).toHaveLength(1)
    at.time.now += 1
    await ask(BOB, '192.0.2.9')
    expect(links).toHaveLength(2)
    expect(await (await at.browser('192.0.2.9').request()).signIn(BOB, 'a wrong password')).toMatchObject({
      refusal: 'Cannot sign in: the email or the password is wrong',
    }) // whoever asks again and again keeps nobody from signing in
  })

  it('is in the audit log, with what the mail server answered', async () => {
    const { at, ask } = await open(engine, 'The mail server refused it: 550')
    await ask(BOB)
    const entries = await at.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'target', 'ip', 'details'])
      .where('action', '=', 'account.reset.ask')
      .execute()
    expect(entries).toEqual([
      {
        ...{ actor: BOB, action: 'account.reset.ask', target: BOB, ip: '10.0.0.1' },
        details: '{"failure":"The mail server refused it: 550"}',
      },
    ])
  })

  it('replaces the link of an admin, who can revoke it', async () => {
    const { at, links, bob, ask } = await open(engine)
    const made = await createReset(at.issuer('owner'), { id: bob })
    if ('refusal' in made) throw new Error(made.refusal)
    await ask(BOB)
    const { links: opened } = await at.browser().request()
    expect(await opened.read('reset', tokenOf(made))).toEqual({ state: 'replaced' })
    await disable(at, bob)
    expect(await opened.read('reset', tokenOf(links[0] ?? { link: '' }))).toEqual({ state: 'revoked' })
  })

  it('is refused by name where the desk sends no mail, or the address is none', async () => {
    const at = await openAccountDesk(engine)
    const { forgottenPassword } = await at.browser().request()
    expect(forgottenPassword.isOffered).toBe(false)
    expect(await forgottenPassword.ask(BOB)).toEqual({
      ok: false,
      refusal: 'Cannot mail a link: this desk sends no mail',
    })
    const { ask } = await open(engine)
    expect(await ask('bob')).toEqual({
      ok: false,
      refusal: 'Cannot mail a link: the email address is invalid',
      field: 'email',
    })
  })
})
