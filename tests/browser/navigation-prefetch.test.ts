import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/desk/api-client.ts'
import { addLinks, startNavigationDesk, watchLinks } from '#tests/support/desk/prepared/navigation-desk.ts'

const { open, proxy } = startNavigationDesk()

/** Twelve pages that nothing else links to. */
const pages = Array.from({ length: 12 }, (_, index) => `/projects/shop?n=${index + 1}`)
const isOfTest = ({ payloadOf }: { payloadOf: string | undefined }) => payloadOf?.includes('?n=') ?? false

const isAnswered = ({ state }: { state: string }) => state === 'passed'
const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** Waits until these payloads are all that waits for an answer. */
async function heldAre(expected: string[]): Promise<void> {
  await eventually(`${expected} alone`, async () => {
    const held = proxy()
      .held()
      .map(({ payloadOf }) => payloadOf)
    return JSON.stringify(held) === JSON.stringify(expected) || undefined
  })
}

/** Two answers that do not end, each of which holds a connection: the page's own stream, and another tab's. */
async function streamFor(page: Page): Promise<void> {
  proxy().hold(({ url }) => url.startsWith('/healthz?stream'))
  await page.evaluate(() => void fetch('/healthz?stream').catch(() => undefined))
  await proxy().untilHeld(1)
  await eventually('the stream', async () => proxy().requests.find(({ url }) => /^\/live(\?|$)/.test(url)))
}

describe('twelve links in view', () => {
  it('make five requests at once, and the newest link goes first', async () => {
    const page = await open('/digests')
    proxy().hold(isOfTest)
    await watchLinks(page)
    await addLinks(page, pages)
    const first = await proxy().untilHeld(5)
    expect(first.map(({ payloadOf }) => payloadOf).sort()).toEqual(pages.slice(0, 5)) // each by a wire of its own
    proxy().release((one) => one === first[0])
    await eventually('the next', async () => proxy().payloads(pages[11])[0])
    expect(proxy().held()).toHaveLength(5)
    expect(proxy().payloads()).toHaveLength(6)
    await eventually('all of them', async () => {
      proxy().release()
      return proxy().payloads().filter(isOfTest).length >= 12 || undefined
    })
    expect(
      new Set(
        proxy()
          .payloads()
          .map(({ payloadOf }) => payloadOf),
      ).size,
    ).toBe(12) // each once
  })

  it('do not delay a navigation: it jumps the queue and joins its own prefetch', async () => {
    const page = await open('/digests')
    proxy().hold(isOfTest)
    await watchLinks(page)
    await addLinks(page, pages)
    await proxy().untilHeld(5)
    const chosen = pages[7] ?? ''
    await page.getByRole('link', { name: chosen, exact: true }).click()
    await heldAre([chosen]) // the others have given way
    proxy().release(({ payloadOf }) => payloadOf === chosen)
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    expect(page.url()).toContain(chosen)
    expect(proxy().payloads(chosen)).toHaveLength(1)
    expect(proxy().requests.some(({ url }) => url === chosen)).toBe(false) // no document
  })

  it('continue once the page is there, including those that were stopped', async () => {
    const page = await open('/digests')
    proxy().hold(isOfTest)
    await watchLinks(page)
    await addLinks(page, pages)
    await proxy().untilHeld(5)
    proxy().hold(({ payloadOf }) => payloadOf === '/projects')
    await linkTo(page, 'Projects').dispatchEvent('click') // without the pointer's way there
    await heldAre(['/projects'])
    proxy().release()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await proxy().untilHeld(5)
    await eventually('all of them', async () => {
      proxy().release()
      return (
        new Set(
          proxy()
            .payloads()
            .filter(isOfTest)
            .filter(isAnswered)
            .map(({ url }) => url),
        ).size === 12 || undefined
      )
    })
  })

  it('leave a connection to a navigation, its code and a form, though a browser has six over HTTP/1.1', async () => {
    const page = await open('/digests', { isFresh: true })
    await streamFor(page)
    proxy().hold((one) => isOfTest(one) || one.payloadOf === '/playground')
    await watchLinks(page)
    await addLinks(page, pages)
    await proxy().untilHeld(1 + 4) // the fifth prefetch waits in the browser
    await linkTo(page, 'Playground').dispatchEvent('click')
    await eventually('the navigation', async () => proxy().payloads('/playground')[0])
    proxy().release(({ payloadOf }) => payloadOf === '/playground')
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor()
    await proxy().untilHeld(1 + 4)
    await page.getByRole('button', { name: 'Work', exact: true }).dispatchEvent('click')
    await page.getByText('The action succeeded.').waitFor()
  })

  it('leave a connection to a document, too', async () => {
    const page = await open('/digests', { isFresh: true })
    await streamFor(page)
    proxy().hold(isOfTest)
    await watchLinks(page)
    await addLinks(page, [...pages, '/nowhere/at/all'])
    await proxy().untilHeld(1 + 4)
    await page.getByRole('link', { name: '/nowhere/at/all', exact: true }).dispatchEvent('click')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  })

  it('are prefetched after a link under the pointer', async () => {
    const page = await open('/digests')
    proxy().hold(isOfTest)
    await watchLinks(page)
    await addLinks(page, pages)
    const [first] = await proxy().untilHeld(5)
    await page.getByRole('link', { name: pages[6] ?? '', exact: true }).focus()
    proxy().release((one) => one === first)
    await eventually('the promoted one', async () => proxy().payloads(pages[6])[0])
    expect(proxy().payloads(pages[11])).toEqual([])
  })

  it('let a click join the request that its hover began', async () => {
    const page = await open('/digests')
    proxy().hold(isOfTest)
    await addLinks(page, pages)
    const link = page.getByRole('link', { name: pages[0] ?? '', exact: true })
    await link.hover()
    await proxy().untilHeld(1)
    await link.click()
    proxy().release()
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    expect(proxy().payloads(pages[0])).toHaveLength(1)
  })

  it('are forgotten once they leave the view before their turn has come', async () => {
    const page = await open('/digests')
    proxy().hold(isOfTest)
    await watchLinks(page)
    await addLinks(page, pages)
    await proxy().untilHeld(5)
    await page.getByRole('navigation', { name: 'Links of the test' }).evaluate((list) => {
      list.style.display = 'none'
      // resolves after the observers have heard of it: they are told once a frame
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    const ended = page.waitForEvent('requestfinished', (request) => request.url().includes('n=5'))
    proxy().release()
    await ended
    // what is wished for now comes after all that was waiting
    await addLinks(page, ['/projects/shop?n=afterwards'])
    await eventually('the last', async () => proxy().payloads('/projects/shop?n=afterwards')[0])
    expect(proxy().payloads().filter(isOfTest)).toHaveLength(6)
  })
})

describe('a prefetch', () => {
  it('leaves no breadcrumb and no span', async () => {
    const page = await open('/playground', { isFresh: true })
    const reports: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/tunnel')) reports.push(request.postData() ?? '')
    })
    await watchLinks(page)
    await addLinks(page, pages)
    await eventually('all of them', async () =>
      proxy().payloads().filter(isAnswered).length >= 12 ? true : undefined,
    )
    await page.getByRole('button', { name: 'In a promise', exact: true }).click()
    const event = await eventually('the event', async () =>
      reports.find((text) => text.includes('rejected a promise')),
    )
    expect(event).toContain('"breadcrumbs"')
    expect(event).not.toContain('index.pageContext.json')
    await linkTo(page, 'Digests').dispatchEvent('click') // ends the page load's trace
    const spans = await eventually('the page load', async () =>
      reports.find((text) => text.includes('"op":"pageload"')),
    )
    expect(spans).not.toContain('?n=')
  })
})

describe('a long list', () => {
  it('has only the rows prefetched that are in view, each once', async () => {
    const page = await open('/issues', { viewport: { width: 1280, height: 500 } })
    await watchLinks(page)
    const rows = page.getByRole('main').locator('tbody tr')
    await rows.last().scrollIntoViewIfNeeded() // past all those between
    const inView = await rows.evaluateAll((all) =>
      all.flatMap((row) => {
        const link = row.querySelector('a')
        const { top = 0, bottom = 0 } = link?.getBoundingClientRect() ?? {}
        return link && bottom > 0 && top < window.innerHeight ? [link.pathname] : []
      }),
    )
    expect(inView.length).toBeLessThan((await rows.count()) / 2)
    const isOfRow = ({ payloadOf }: { payloadOf: string | undefined }) =>
      /^\/issues\/\d+$/.test(payloadOf ?? '')
    await eventually('those in view', async () =>
      proxy().payloads().filter(isOfRow).filter(isAnswered).length >= inView.length ? true : undefined,
    )
    expect(
      proxy()
        .payloads()
        .filter(isOfRow)
        .map(({ payloadOf }) => payloadOf)
        .sort(),
    ).toEqual(inView.sort())
  })
})

describe('what is not prefetched', () => {
  it('are visible links while the visitor saves data, though a hover still prefetches', async () => {
    const page = await open('/digests')
    await addLinks(page, pages)
    await page.getByRole('link', { name: pages[3] ?? '', exact: true }).hover()
    await eventually('the hovered one', async () => proxy().payloads(pages[3])[0])
    expect(proxy().payloads()).toHaveLength(1)
  })

  it('are links that the client router leaves to the browser', async () => {
    const page = await open('/digests')
    await watchLinks(page)
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'afterbegin',
        `<nav aria-label="Others">
          <a href="/projects/shop?n=download" download>download</a>
          <a href="/projects/shop?n=blank" target="_blank">blank</a>
          <a href="/projects/shop?n=external" rel="external">external</a>
          <a href="https://elsewhere.example/?n=other">other origin</a>
          <a href="#content">same page</a>
          <a href="/digests">this page</a>
          <a href="/projects/shop?n=last">an ordinary one</a>
        </nav>`,
      )
    })
    await eventually('the ordinary one', async () => proxy().payloads('/projects/shop?n=last')[0])
    expect(proxy().payloads().filter(isOfTest)).toHaveLength(1)
    expect(proxy().payloads('/digests')).toEqual([])
  })

  it('shows no screen and no message when it fails', async () => {
    const page = await open('/digests')
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    page.on('pageerror', (error) => messages.push(String(error)))
    const failed = page.waitForResponse('**/playground/index.pageContext.json?fail=loader')
    await addLinks(page, ['/playground?fail=loader', '/nowhere/at/all'])
    await page.getByRole('link', { name: '/playground?fail=loader' }).hover()
    expect((await failed).status()).toBe(500)
    const missing = page.waitForResponse('**/nowhere/at/all/index.pageContext.json')
    await page.getByRole('link', { name: '/nowhere/at/all' }).hover()
    expect((await missing).status()).toBe(404)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Digests')
    // the browser's own notes of the two statuses, and nothing of ours
    expect(messages.filter((text) => !/status of (404|500)/.test(text))).toEqual([])
  })

  it('is no page view: it runs no navigation, and posts nothing', async () => {
    const page = await open('/digests')
    const answered = page.waitForResponse('**/sign-out/index.pageContext.json')
    await addLinks(page, ['/sign-out'])
    await page.getByRole('link', { name: '/sign-out', exact: true }).hover()
    await (await answered).finished()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Digests' }).waitFor() // still signed in
    expect(proxy().requests.filter(({ method, url }) => method === 'POST' && url !== '/tunnel')).toEqual([])
  })
})
