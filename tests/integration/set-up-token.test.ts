import { expect, it, onTestFinished } from 'vitest'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'
import { startInbox } from '#tests/support/visitors/inbox.ts'

it('leaves the token of a set-up link out of all that the desk reports of itself', async () => {
  const inbox = await startInbox()
  onTestFinished(() => inbox.close())
  const desk = await startTestDesk({
    env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', TELEMETRY_ADAPTER: 'envelope', TELEMETRY_DSN: inbox.dsn },
  })
  const link = await desk.printed(/account: (\S+)/)
  const token = link.split('/').at(-1) ?? ''
  expect(token).toHaveLength(43)
  const headers = { origin: desk.url, accept: 'text/html', referer: link }

  const page = await (await fetch(link, { headers })).text()
  expect(page).not.toContain('name="crumbtrail-telemetry"') // its browser would report the address that it is at
  expect(await (await fetch(`${desk.url}/sign-in`)).text()).toContain('name="crumbtrail-telemetry"')
  const form = {
    method: 'POST',
    headers,
    body: new URLSearchParams({ email: 'a@b.example', password: 'short' }),
  }
  expect((await fetch(link, form)).status).toBe(422) // its token is as good as before
  await fetch(`${link}/index.pageContext.json`)
  await fetch(`${link}/nowhere`)
  await desk.stop()

  const reported = inbox.bodies.join('\n')
  expect(reported).toContain('/set-up/[Filtered]')
  expect(reported).not.toContain(token)
})
