import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { PROJECT_KEY } from '#tests/support/store/event-store.ts'
import { openSdkInbox } from '#tests/support/store/sdk-inbox.ts'

it('the reports that Chromium sends become events', async () => {
  const inbox = await openSdkInbox()
  onTestFinished(() => inbox.close())
  const { origin } = new URL(inbox.ways.dsn.dsn)
  const reportUri = `${origin}/api/1/security/?sentry_key=${PROJECT_KEY}&sentry_release=shop@1.4.2`
  const page = await serveWith(`img-src 'self' data:; report-uri ${reportUri}`)
  const browser = await launchChromium()
  onTestFinished(() => closeWindows(browser))
  const tab = await browser.newPage()
  await tab.goto(`${page}/cart?step=pay`)

  const event = await eventually('the report', async () => (await inbox.events())[0])
  expect(event).toMatchObject({
    logger: 'csp',
    message: "Blocked 'image' from 'evil.example'",
    release: 'shop@1.4.2',
    transaction: `${page}/cart`,
    tags: expect.arrayContaining([['effective-directive', 'img-src']]),
    request: { headers: [['User-Agent', expect.stringContaining('Chrome')]] },
  })
  expect(await inbox.outcomes()).toEqual({ 'security accepted': 1 })
})

/** A page with a picture from elsewhere. */
async function serveWith(policy: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', policy)
    response.end('<!doctype html><link rel="icon" href="data:,"><img src="https://evil.example/pixel.gif">')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return `http://127.0.0.1:${port}`
}
