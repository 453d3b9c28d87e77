import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMailSecret, mailLink } from '#tests/support/alerts/notification-pages.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let desk: DeskProcess
beforeAll(async () => {
  desk = await startDesk()
  await addMailSecret(desk)
})
afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

const get = () => fetch(desk.url + mailLink)
/** What a mail program sends: no cookie, and no word of where it comes from. */
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(desk.url + path, { method: 'POST', redirect: 'manual', headers: { ...FORM, ...headers }, body })

describe('a link by which mails are ended', () => {
  it('shows a page to whoever follows it, and does nothing', async () => {
    for (let time = 0; time < 2; time++) {
      const response = await get()
      expect(response.status).toBe(200)
      expect(response.headers.get('referrer-policy')).toBe('strict-origin')
      expect(await response.text()).toContain('End: Mails about assignments')
    }
    const head = await fetch(desk.url + mailLink, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await (await get()).text()).toContain('End: Mails about assignments')
  })

  it('acts on what a mail program sends, without cookies and without a redirect, as often as it is sent', async () => {
    for (let time = 0; time < 2; time++) {
      const response = await post(mailLink, ONE_CLICK)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('You are unsubscribed.\n')
      expect(response.headers.get('set-cookie')).toBeNull()
    }
    expect(await (await get()).text()).toContain('Undo: Mails about assignments')
  })

  it('acts on the multipart form that RFC 8058 allows as well', async () => {
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    const response = await fetch(desk.url + mailLink, { method: 'POST', body })
    expect(response.status).toBe(200)
  })

  it('is undone by the page’s own form', async () => {
    const undone = await post(mailLink, 'change=begin%3Akind', { origin: desk.url })
    expect(undone.status).toBe(303)
    expect(await (await get()).text()).toContain('End: Mails about assignments')
  })

  it.each(['1.mentioned.0', '2.assigned.0', '1.assigned.1'])('is refused as altered to %s', async (said) => {
    const altered = mailLink.replace('1.assigned.0', said)
    expect((await fetch(desk.url + altered)).status).toBe(404)
    expect((await post(altered, ONE_CLICK)).status).toBe(404)
    expect((await post(altered, 'change=end%3Aall', { origin: desk.url })).status).toBe(404)
    expect(await (await get()).text()).toContain('End: All mails')
  })

  it('opens no other form to senders from elsewhere', async () => {
    const elsewhere = { origin: 'https://elsewhere.example' }
    expect((await post('/settings/notifications', ONE_CLICK, elsewhere)).status).toBe(403)
    expect((await post(mailLink, 'change=end%3Aall', elsewhere)).status).toBe(403)
    expect((await post(`/issues?x=${mailLink}`, ONE_CLICK, elsewhere)).status).toBe(403)
  })
})
