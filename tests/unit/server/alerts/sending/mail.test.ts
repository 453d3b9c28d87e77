import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { email } from '#server/alerts/channels/email.ts'
import { createMailer } from '#server/alerts/sending/mail.ts'
import { anAlert } from '#tests/support/alerts/an-alert.ts'
import { mailServer } from '#tests/support/alerts/mail-server.ts'

function mailerAt(port: number, { user = '', timeoutMs = 5_000 } = {}) {
  const mailer = createMailer({
    smtpUrl: `smtp://${user}127.0.0.1:${port}?name=desk.example`,
    from: 'Crumbtrail <alerts@shop.example>',
    timeoutMs,
  })
  onTestFinished(() => mailer.close())
  return mailer
}

function sendBy(mailer: ReturnType<typeof createMailer>) {
  const request = () => Promise.reject(new Error('Cannot happen: mail needs no requests'))
  const unsubscribeUrl = () => 'https://desk.example/unsubscribe/abc'
  const tools = { request, mail: mailer.send, now: () => 0, unsubscribeUrl }
  return email.send({ to: 'anna@shop.example' }, anAlert(), tools)
}

/** The headers of a mail, with their folded lines joined. */
const headersOf = (mail: string) =>
  new Map(
    (mail.split('\r\n\r\n')[0] ?? '')
      .replaceAll('\r\n ', ' ')
      .split('\r\n')
      .map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ').slice(1).join(': ')]),
  )

describe('createMailer()', () => {
  it('delivers a mail in text and HTML, with what threads it and what lists need', async () => {
    const { port, received } = await mailServer()
    expect(await sendBy(mailerAt(port))).toMatchObject({ state: 'delivered', status: 250 })
    const [mail = ''] = received
    expect(Object.fromEntries(headersOf(mail))).toMatchObject({
      From: 'Crumbtrail <alerts@shop.example>',
      To: 'anna@shop.example',
      Subject: '[shop] TypeError: x is not a function',
      'Message-ID': '<alert-k-1@desk.example>',
      'In-Reply-To': '<issue-12@desk.example>',
      References: '<issue-12@desk.example>',
      'List-ID': '<issue-12.shop.desk.example>',
      'List-Unsubscribe': '<https://desk.example/unsubscribe/abc>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    })
    expect(mail).toContain('Content-Type: text/plain; charset=utf-8')
    expect(mail).toContain('Content-Type: text/html; charset=utf-8')
  })

  const refusing = (responseCode: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
  })

  it.each([
    [550, 'refused'],
    [451, 'later'],
  ])('says that an answer %d is %s', async (code, state) => {
    const { port } = await mailServer(refusing(code))
    const answer = await sendBy(mailerAt(port))
    expect(answer).toMatchObject({ state, status: code, reason: `The mail server answered ${code}.` })
  })

  it('may try again where the server does not answer', async () => {
    const { port } = await mailServer({ onConnect: () => {} })
    const answer = await sendBy(mailerAt(port, { timeoutMs: 200 }))
    expect(answer).toMatchObject({ state: 'later', status: undefined })
  })

  it('may try again where the password is wrong, and does not show it', async () => {
    const { port } = await mailServer({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('Invalid password hunter2')),
    })
    const answer = await sendBy(mailerAt(port, { user: 'desk:hunter2@' }))
    expect(answer).toMatchObject({
      state: 'later',
      reason: 'Cannot send mail: the mail server refused the user or password of SMTP_URL.',
    })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })

  it('may try again where nothing listens', async () => {
    const { port } = await mailServer()
    expect(await sendBy(mailerAt(port === 1 ? 2 : 1))).toMatchObject({ state: 'later' })
  })

  it('sends nothing after it was closed', async () => {
    const mailer = mailerAt(1)
    mailer.close()
    expect(await sendBy(mailer)).toMatchObject({ reason: 'Cannot send mail: the desk is stopping.' })
  })
})
