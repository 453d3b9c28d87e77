// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postForm } from '#renderer/forms/post-form.ts'
import { createFormSubmission } from '#renderer/forms/submit-form.ts'
import { createPageUpdates } from '#renderer/navigation/page-updates.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { aFrame } from '#tests/support/builders/a-frame.ts'

const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
const { now: _now, ...wireFrame } = aFrame()

beforeEach(() => history.replaceState(null, '', '/projects?x=1'))
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

function aForm(
  html = '<form method="post"><input name="name" value="Shop"><button name="go" value="1">Go</button></form>',
) {
  document.body.innerHTML = html
  const form = document.querySelector('form')
  if (form === null) throw new Error('Cannot find the form')
  return { form, button: document.querySelector('button') }
}

describe('postForm()', () => {
  const answer = { action: { kind: 'done' }, data: { page: 1, frame: wireFrame } }

  it('posts what the browser would, and reads the answer', async () => {
    const { form, button } = aForm()
    const sent: RequestInit[] = []
    const request = async (url: RequestInfo | URL, init: RequestInit = {}) => {
      expect(url).toBe(`${location.origin}/projects?x=1`)
      sent.push(init)
      return Response.json(answer, { headers: { date } })
    }
    expect(await postForm(form, button, request)).toEqual({ payload: answer, answeredAt: date })
    expect(sent[0]).toMatchObject({ method: 'POST', headers: { accept: 'application/json' } })
    expect(String(sent[0]?.body)).toContain('name=Shop')
    form.enctype = 'multipart/form-data'
    await postForm(form, button, request)
    expect(sent[1]?.body).toBeInstanceOf(FormData)
  })

  it.each([
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page', async () => new Response('<html>')],
    ['another JSON', async () => Response.json({ detail: 'no' })],
    ['null', async () => Response.json(null)],
  ])('reads nothing in %s', async (_name, request) => {
    expect(await postForm(aForm().form, null, request)).toBeUndefined()
  })
})

describe('what comes of a form', () => {
  async function submit(answer: unknown, status = 200) {
    vi.stubGlobal('fetch', async () => Response.json(answer, { status, headers: { date } }))
    const { form, button } = aForm()
    let native = 0
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => native++)
    const updates = createPageUpdates<PageData>()
    const rendered: PageData = { page: 'old', frame: aFrame() }
    const dropped: unknown[] = []
    const kept: string[] = []
    const prefetching: string[] = []
    const navigated: string[] = []
    const next: PageData = { page: 'next', frame: aFrame() }
    const run = createFormSubmission({
      loads: {
        drop(addresses) {
          expect(prefetching).toEqual(['held'])
          dropped.push(addresses)
        },
        keep: (url) => kept.push(url),
        giveWay() {
          prefetching.push('held')
          return () => prefetching.push('goes on')
        },
      },
      updates,
      pending: { begin: () => () => undefined },
      navigate: async (url) => void navigated.push(url),
      shown: () => ({ data: navigated.length > 0 ? next : rendered }),
    })
    await run(form, button, rendered)
    expect(prefetching).toEqual(['held', 'goes on'])
    const after = updates.newest(next)
    return {
      page: updates.newest(rendered),
      after,
      rendered,
      dropped,
      kept,
      navigated,
      native: () => native,
      form,
    }
  }

  it('is shown in place, with the data as it is now; everything else is asked for anew', async () => {
    const action = { kind: 'done', message: 'Done.' }
    const { page, dropped, kept } = await submit({ action, data: { page: 'new', frame: wireFrame } })
    expect(page).toEqual({ page: 'new', frame: { ...aFrame(), now: Date.parse(date) }, action })
    expect(dropped).toEqual([undefined])
    expect(kept).toEqual(['/projects?x=1'])
  })

  it('drops no more than the action names', async () => {
    const action = { kind: 'done', changed: ['/issues'] }
    expect((await submit({ action, data: { page: 1, frame: wireFrame } })).dropped).toEqual([['/issues']])
    expect((await submit({ redirect: '/a', changed: [] })).dropped).toEqual([[]])
  })

  it('leads on', async () => {
    const { navigated, page, rendered } = await submit({ redirect: '/projects/shop' })
    expect(navigated).toEqual(['/projects/shop'])
    expect(page).toBe(rendered)
  })

  it('leads on with its message', async () => {
    const action = { kind: 'done', message: 'Merged DEMO-7 into DEMO-6.' }
    const { after, page, rendered } = await submit({ redirect: '/issues/6', action })
    expect(after).toMatchObject({ page: 'next', action })
    expect(page).toBe(rendered)
  })

  it('is the error screen where it failed', async () => {
    const { page } = await submit({ error: { digest: 'D' } }, 500)
    expect(page).toMatchObject({ page: 'old', failure: { digest: 'D' } })
  })

  it.each([
    ['was refused at the door', { error: {} }],
    ['cannot be read', { detail: 'no' }],
  ])('is the browser’s where it %s, the pressed button included', async (_name, answer) => {
    const { native, form, page, rendered } = await submit(answer, 400)
    expect(native()).toBe(1)
    expect(form.querySelector<HTMLInputElement>('input[type="hidden"][name="go"]')?.value).toBe('1')
    expect(page).toBe(rendered)
  })
})
