// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PageContext } from 'vike/types'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Wrapper from '#renderer/+Wrapper.tsx'
import { type PageData, pageUpdates, useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { aFrame } from '#tests/support/builders/a-frame.ts'

let root: ReturnType<typeof createRoot>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => undefined) // React tells of what a boundary caught
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.getElementById('root') ?? document.body)
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const heading = () => document.querySelector('h1')?.textContent
const titleOf = ({ data }: { data?: PageData }) => `Page ${data?.page}`

async function show(page: ReactNode, data: PageData): Promise<void> {
  const pageContext = { data, config: { title: titleOf }, urlOriginal: '/page' } as unknown as PageContext // what is read of it
  await act(() =>
    root.render(
      <VikeReactProviderPageContext pageContext={pageContext}>
        <Wrapper>{page}</Wrapper>
      </VikeReactProviderPageContext>,
    ),
  )
}

function Page() {
  const page = usePageData<() => string>()
  const result = useActionResult()
  return (
    <>
      <h1>{page}</h1>
      <input name="typed" />
      {result?.kind === 'done' && <p role="status">{result.message}</p>}
    </>
  )
}

function Broken(): never {
  throw new TypeError('no price')
}

describe('the wrapper of every page', () => {
  it('updates a page in place, title and all, and keeps what was typed', async () => {
    const data: PageData = { page: 'one', frame: aFrame() }
    await show(<Page />, data)
    const field = document.querySelector('input')
    if (field !== null) field.value = 'half a na'
    const action = { kind: 'done', message: 'It ran.' } as const
    await act(() => pageUpdates.replace(data, { page: 'two', frame: aFrame(), action }))
    expect(heading()).toBe('two')
    expect(document.title).toBe('Page two')
    expect(document.querySelector('[role="status"]')?.textContent).toBe('It ran.')
    expect(document.querySelector('input')).toBe(field)
    expect(field?.value).toBe('half a na')
  })

  it('shows the digest of a failure that came to a page that stood', async () => {
    const data: PageData = { page: 'one', frame: aFrame() }
    await show(<Page />, data)
    await act(() => pageUpdates.replace(data, { ...data, failure: { digest: 'K7Q2MX-4T9ZPA' } }))
    expect(heading()).toBe('Application error: a server-side exception has occurred')
    expect(document.body.textContent).toContain('K7Q2MX-4T9ZPA')
    expect(document.activeElement?.tagName).toBe('H1')
  })

  it('speaks of the server where what broke the page carries a digest', async () => {
    const FromServer = (): never => {
      throw Object.assign(new Error('rendered on the server'), { digest: '2635904638' })
    }
    await show(<FromServer />, { page: 'one', frame: aFrame() })
    expect(heading()).toBe('Application error: a server-side exception has occurred')
    expect(document.querySelector('code')?.textContent).toBe('2635904638')
  })

  it('shows the screen without a digest where a page breaks, until the next page', async () => {
    await show(<Broken />, { page: 'one', frame: aFrame() })
    expect(heading()).toBe('Application error: a client-side exception has occurred')
    expect(document.title).toBe('Application error · Crumbtrail')
    await show(<Page />, { page: 'two', frame: aFrame() })
    expect(heading()).toBe('two')
  })

  it('keeps what stands where one page follows another: no new tree', async () => {
    await show(<Page />, { page: 'one', frame: aFrame() })
    const before = document.querySelector('input')
    await show(<Page />, { page: 'two', frame: aFrame() })
    expect(document.querySelector('input')).toBe(before)
  })
})
