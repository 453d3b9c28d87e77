import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'

/** Takes what a desk reports, and keeps it as it came. */
async function startInbox() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  return { bodies, dsn: `http://abc@127.0.0.1:${port}/1` }
}

it('leaves the token of a set-up link out of all that the desk reports of itself', async () => {
  const inbox = await startInbox()
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
