import { render as abort } from 'vike/abort'
import { describe, expect, it } from 'vitest'
import type { PageRoute } from '#server/hosting/page-router.ts'
import { createShellPages } from '#server/hosting/shells/shell-pages.ts'
import type { RenderedPage } from '#server/hosting/vike.ts'
import type { RenderSlots, Visit } from '#server/hosting/visit.ts'
import { aShellVike, documentOf } from '#tests/support/builders/a-shell-vike.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

const items = { pageId: '/pages/items/@name', route: '/items/@name', isExplicit: false }
const found = { pageId: items.pageId, routeParams: { name: 'mine' } }
const url = '/items/mine?x=1'

/** The renderer's half: it says whom it renders for. */
const renderSlots: RenderSlots = async ({ url, routeParams, visit }) => ({
  title: `Items of ${routeParams.name}`,
  headEnd: `<meta content="${visit.now}"/>`,
  body: [`<p>${url} $& $1</p>`],
})

describe('a page with a shell', () => {
  it('is what Vike makes of it, without Vike', async () => {
    const { pages, vike } = await open()
    expect(pages.report).toEqual({ pages: [items.pageId], missing: [] })
    const page = await pages.render(url, visitOf({ a: [1, undefined, '</script>'] }), found)
    expect(vike.asked).toEqual([])
    expect({ ...page, body: String(page.body) }).toEqual(
      await vike.render(url, visitOf({ a: [1, undefined, '</script>'] })),
    )
    expect(String(page.body)).toContain('"routeParams":{"name":"mine"}')
  })

  it.each([
    ['a date', new Date(0)],
    ['text that means something', '!undefined'],
  ])('is rendered by Vike where its data holds %s', async (_name, value) => {
    const { pages, vike } = await open()
    const page = await pages.render(url, visitOf({ value }), found)
    expect(vike.asked).toEqual([url])
    expect(page.body).toContain(typeof value === 'string' ? '!!undefined' : '!Date:1970')
  })

  it('is rendered by Vike where a parameter means something to its serializer', async () => {
    const { pages, vike } = await open()
    await pages.render('/items/!a', visitOf({}), { ...found, routeParams: { name: '!a' } })
    expect(vike.asked).toEqual(['/items/!a'])
  })

  it('is left to Vike where it is not found by us, or is not loaded', async () => {
    const { pages, vike } = await open()
    await pages.render('/items/%6Dine', visitOf({}))
    await pages.render(url, aVisit().visit, found)
    await pages.render('/other', visitOf({}), { pageId: '/pages/other', routeParams: {} })
    expect(vike.asked).toEqual(['/items/%6Dine', url, '/other'])
  })

  it('is left to Vike where the renderer gives nothing of it', async () => {
    let isOn = true
    const { pages, vike } = await open(async (request) => (isOn ? renderSlots(request) : undefined))
    isOn = false
    expect((await pages.render(url, visitOf({}), found)).body).toContain('by Vike')
    expect(vike.asked).toEqual([url])
  })

  it('that fails while it is rendered is not rendered again: Vike shows the failure', async () => {
    let renders = 0
    const { pages, vike } = await open(async ({ visit }) => {
      renders++
      throw visit.recordFailure(null, 'render')
    })
    const { visit, failures } = aVisit()
    visit.loaded = loaded({})
    const page = await pages.render(url, visit, found)
    expect(page).toMatchObject({ statusCode: 500, body: 'failed DIGEST-1' })
    expect({ renders, failures, asked: vike.asked }).toEqual({
      renders: 1,
      failures: [{ thrown: null, stage: 'render' }],
      asked: [url],
    })
  })

  it('that ends in an abort while it is rendered is followed by Vike, as it was loaded', async () => {
    const gone = abort(404)
    let renders = 0
    const { pages } = await open(async () => {
      renders++
      throw gone
    })
    const visit = visitOf({})
    await expect(pages.render(url, visit, found)).rejects.toBe(gone) // of the fake, which follows nothing
    expect(renders).toBe(2)
    expect(visit.loaded?.kind).toBe('loaded')
  })

  it('serves many at once, each their own', async () => {
    const { pages, vike } = await open(async (request) => {
      await Promise.resolve()
      return renderSlots(request)
    })
    const names = Array.from({ length: 50 }, (_, index) => `name-${index}-of-50`)
    const bodies = await Promise.all(
      names.map(async (name) => {
        const page = await pages.render(`/items/${name}`, visitOf({ name }), {
          ...found,
          routeParams: { name },
        })
        return String(page.body)
      }),
    )
    bodies.forEach((body, index) => {
      expect(new Set(body.match(/name-\d+-of-50/g))).toEqual(new Set([names[index]]))
    })
    expect(vike.asked).toEqual([])
  })
})

describe('after an upgrade of Vike that', () => {
  let renders = 0
  it.each<[string, Change, string]>([
    [
      'drops the body',
      edit((body, { shell }) => body.replace(shell?.tokens.body ?? '<p>', '')),
      'has the body 0 times',
    ],
    [
      'doubles the body',
      edit((body) => body.replace(/<div id="root">(.*?)<\/div>/, '$&<noscript>$1</noscript>')),
      'has the body 2 times',
    ],
    [
      'encodes the body',
      edit((body) =>
        body.replace(/<div id="root">(.*?)<\/div>/, (_, text: string) => `<div>${btoa(text)}</div>`),
      ),
      'has the body 0 times',
    ],
    ['tells the time', edit((body) => `${body}<!-- ${++renders} -->`), 'differs between two renders'],
    [
      'tells the address',
      edit((body, { url: { search } }) => `${body}<!-- ${search} -->`),
      'differs between two renders',
    ],
    [
      'sends the nonce in a header',
      (page, visit) => ({ ...page, headers: [...page.headers, ['link', `<a>; nonce=${visit.cspNonce}`]] }),
      'holds the nonce elsewhere',
    ],
    [
      'moves the nonce into a header',
      (page, visit) => ({
        ...page,
        body: String(page.body).replaceAll(visit.cspNonce, ''),
        headers: [['x-nonce', visit.cspNonce]],
      }),
      'has the nonce 0 times',
    ],
    ['answers 500', (page) => ({ ...page, statusCode: 500 }), 'Vike answers it with status 500'],
    // what is read of it
    ['streams', (page) => ({ ...page, body: {} as RenderedPage['body'] }), 'its document is a stream'],
    [
      'turns by turns',
      edit((body) => (++renders % 2 ? body : body.replace('<body>', '<body >'))),
      'differs between two renders',
    ],
    [
      'throws',
      () => {
        throw new Error('Vike is broken')
      },
      'Vike is broken',
    ],
  ])('%s, pages have no shell, the reason is said, and Vike renders them', async (_name, change, reason) => {
    let isBooting = true
    const { pages, vike } = await open(renderSlots, (page, visit) => (isBooting ? change(page, visit) : page))
    isBooting = false
    expect(pages.report).toEqual({
      pages: [],
      missing: [{ pageId: items.pageId, reason: expect.stringContaining(reason) }],
    })
    const page = await pages.render(url, visitOf({ a: 1 }), found)
    expect(vike.asked).toEqual([url])
    expect(page.body).toBe(
      documentOf({
        title: 'Items of mine',
        headEnd: `<meta content="${visitOf({}).now}"/>`,
        body: `<p>${url} $& $1</p>`,
        nonce: 'nonce',
        json: '{"routeParams":{"name":"mine"},"data":{"a":1}}',
      }),
    )
  })
})

describe('a page without a shell', () => {
  it.each([
    ['a function for a route', { ...items, route: () => true }],
    ['a glob', { ...items, route: '/items/*' }],
  ])('has %s, and nothing is said', async (_name, route) => {
    const { pages } = await open(renderSlots, undefined, [route])
    expect(pages.report).toEqual({ pages: [], missing: [] })
  })

  it('says nothing where its guard turns nobody away, by a status or to another page', async () => {
    for (const end of [{ statusCode: 403, abortStatusCode: 403 }, { statusCode: 302 }]) {
      const { pages } = await open(renderSlots, (page) => ({ ...page, ...end }), [items], 'unasked')
      expect(pages.report).toEqual({ pages: [], missing: [] })
    }
  })

  it('says so where Vike ends before it renders, as a 500 or as another page', async () => {
    for (const statusCode of [500, 404, 200]) {
      const { pages } = await open(renderSlots, (page) => ({ ...page, statusCode }), [items], 'unasked')
      expect(pages.report.missing).toEqual([{ pageId: items.pageId, reason: 'Vike did not render it' }])
    }
  })

  it.each([
    [true, []],
    [false, [{ pageId: items.pageId, reason: 'it is odd' }]],
  ])('is a warning unless the renderer meant it so (%s)', async (isExpected, missing) => {
    const { pages } = await open(renderSlots, (page, { shell }) => {
      shell?.refuse({ reason: 'it is odd', isExpected })
      shell?.refuse({ reason: 'what followed from it', isExpected: false })
      return page
    })
    expect(pages.report).toEqual({ pages: [], missing })
  })

  it('reads no desk, no accounts, and reports to nobody, while its shell is made', async () => {
    for (const read of [(visit: Visit) => visit.desk, (visit: Visit) => visit.accounts]) {
      const { pages } = await open(renderSlots, (page, visit) => {
        if (visit.shell) read(visit)
        return page
      })
      expect(pages.report.missing[0]?.reason).toMatch(/^it reads (the desk|accounts) outside of its/)
    }
    const { pages } = await open(renderSlots, (_page, visit) => {
      throw visit.recordFailure('odd', 'render')
    })
    expect(pages.report.missing).toEqual([{ pageId: items.pageId, reason: 'odd' }])
  })
})

type Change = (page: RenderedPage, visit: Visit) => RenderedPage

function edit(change: (body: string, visit: Visit) => string): Change {
  return (page, visit) => ({ ...page, body: change(String(page.body), visit) })
}

/** `unasked`: nothing is rendered while the shells are made. */
async function open(
  slots: RenderSlots = renderSlots,
  change?: Change,
  routes: PageRoute[] = [items],
  mode?: 'unasked',
) {
  let tokens = 0
  const vike = aShellVike(slots, change)
  const pages = await createShellPages({
    routes,
    render: mode === 'unasked' ? (url, visit) => vike.render(url, withoutTaking(visit)) : vike.render,
    newToken: () => (++tokens).toString(16).padStart(32, 'f'),
  })
  return { vike, pages }
}

function withoutTaking(visit: Visit): Visit {
  if (visit.shell === undefined) return visit
  // not spread: reading `desk` throws
  return Object.create(visit, { shell: { value: { ...visit.shell, take() {} } } })
}

function visitOf(data: object): Visit {
  const { visit } = aVisit()
  visit.loaded = loaded(data)
  return visit
}

function loaded(data: object) {
  return { kind: 'loaded', data, payload: () => ({}), isRefused: false } as const
}
