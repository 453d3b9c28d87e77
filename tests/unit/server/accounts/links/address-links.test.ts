import { describe, expect, it } from 'vitest'
import { createAddressChanges } from '#server/accounts/links/address-changes.ts'
import { openAccountDesk, PASSWORD, tokenOf } from '#tests/support/accounts/account-browser.ts'
import { mailedLinks } from '#tests/support/accounts/mailed-links.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const DAY = 24 * 60 * 60_000
const BOB = 'bob@example.com'
const ROBERT = 'robert@example.com'

/** Bob, and the owner Olga, on a desk that sends mail. */
async function open(engine: Engine, failure?: string) {
  const { mailer, links } = mailedLinks(failure)
  const at = await openAccountDesk(engine, undefined, mailer)
  await at.add('olga@example.com', 'owner')
  await at.add(BOB, 'member')
  const jar = await at.signedIn(BOB)
  const ask = async (email: string) => (await jar.request()).openOwn().changeAddress(PASSWORD, email)
  const openLink = async () => (await at.browser().request()).addressLinks
  const tokenAt = (place: number) => tokenOf(links[place] ?? { link: '' })
  return { at, jar, links, ask, openLink, tokenAt }
}

describe.each(ENGINES)('a new address on %s', (engine) => {
  it('is confirmed by the link that is mailed to it, also for an owner, and once', async () => {
    const { at, links, ask, openLink, tokenAt } = await open(engine)
    const mailed = { to: ROBERT, failure: undefined }
    expect(await ask(ROBERT)).toEqual({ ok: true, isAsked: true, mailed })
    expect(links).toEqual([
      {
        kind: 'address',
        to: ROBERT,
        madeBy: BOB,
        link: expect.stringMatching(/^https:\/\/desk\.example\/addresses\/[\w-]{43}$/),
        expiresAt: at.time.now + 7 * DAY,
      },
    ])
    const opened = await openLink()
    expect(await opened.read(tokenAt(0))).toEqual({
      state: 'open',
      email: BOB,
      to: ROBERT,
      expiresAt: at.time.now + 7 * DAY,
    })
    expect(await (await at.browser().request()).signIn(ROBERT, PASSWORD)).toMatchObject({ ok: false })
    expect(await opened.confirm(tokenAt(0))).toEqual({ ok: true, to: ROBERT })
    expect(await opened.read(tokenAt(0))).toEqual({ state: 'used' })
    expect(await opened.confirm(tokenAt(0))).toHaveProperty('refusal')
    expect(await (await at.browser().request()).signIn(ROBERT, PASSWORD)).toEqual({ ok: true })
    const olga = await at.signedIn('olga@example.com')
    const asked = await (await olga.request()).openOwn().changeAddress(PASSWORD, 'o@example.com')
    expect(asked).toMatchObject({ isAsked: true, mailed: { to: 'o@example.com' } })
  })

  it('waits for an admin too, whose answer ends the link', async () => {
    const { at, ask, openLink, tokenAt } = await open(engine)
    await ask(ROBERT)
    const changes = createAddressChanges(at.issuer('owner'))
    const [waiting] = await changes.list()
    expect(waiting).toMatchObject({ from: BOB, to: ROBERT })
    await changes.refuse(waiting?.id ?? '')
    const opened = await openLink()
    expect(await opened.read(tokenAt(0))).toEqual({ state: 'revoked' })
    expect(await opened.confirm(tokenAt(0))).toHaveProperty('refusal')
  })

  it('is replaced by one that is asked for later, and expires after seven days', async () => {
    const { at, ask, openLink, tokenAt } = await open(engine)
    await ask(ROBERT)
    await ask('rob@example.com')
    const opened = await openLink()
    expect(await opened.read(tokenAt(0))).toEqual({ state: 'replaced' })
    at.time.now += 7 * DAY
    expect(await opened.read(tokenAt(1))).toEqual({ state: 'expired' })
    expect(await opened.confirm(tokenAt(1))).toHaveProperty('refusal')
  })

  it('is refused when somebody else has it by then', async () => {
    const { at, ask, openLink, tokenAt } = await open(engine)
    await ask(ROBERT)
    await at.add(ROBERT, 'viewer')
    expect(await (await openLink()).confirm(tokenAt(0))).toEqual({
      ok: false,
      refusal: 'Cannot confirm the address: robert@example.com belongs to another account by now',
    })
  })

  it('is told apart from links of other kinds', async () => {
    const { at, ask, openLink, tokenAt } = await open(engine)
    await ask(ROBERT)
    const { links } = await at.browser().request()
    expect(await links.read('reset', tokenAt(0))).toEqual({ state: 'unknown' })
    expect(await (await openLink()).read('x')).toEqual({ state: 'unknown' })
  })

  it('says what the mail server answered, and waits all the same', async () => {
    const { jar, ask } = await open(engine, 'The mail server refused it: 550')
    expect(await ask(ROBERT)).toMatchObject({ mailed: { failure: 'The mail server refused it: 550' } })
    const facts = await (await jar.request()).openOwn().read()
    expect(facts).toMatchObject({ confirmsByMail: true, asked: { email: ROBERT } })
  })
})
