// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import type { PageContextClient } from 'vike/types'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { useRowsInView } from '#renderer/views/issue/list/rows-in-view.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }) // for `act`

const rows = Array.from({ length: 50 }, (_, row) => row)

function List() {
  return useRowsInView(rows).length
}

const list = (isHistoryNavigation: boolean) => (
  <VikeReactProviderPageContext pageContext={{ isHistoryNavigation } as PageContextClient}>
    <List />
  </VikeReactProviderPageContext>
)

beforeEach(() => {
  vi.stubGlobal('innerHeight', 720)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function show(isHistoryNavigation = false): Promise<HTMLElement> {
  const container = document.createElement('div')
  const root = createRoot(container)
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () => root.render(list(isHistoryNavigation)))
  return container
}

it('renders a view of rows, and all of them behind the frame', async () => {
  const container = await show()
  expect(container.textContent).toBe('15')
  await act(async () => vi.runAllTimers())
  expect(container.textContent).toBe('50')
})

it('renders all of them at once on the way back, and where the page is scrolled', async () => {
  expect((await show(true)).textContent).toBe('50')
  vi.stubGlobal('scrollY', 300)
  expect((await show()).textContent).toBe('50')
})

it('renders all of them on the server, and as many when that is hydrated', async () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(list(false))
  expect(container.textContent).toBe('50')
  const root = await act(async () => hydrateRoot(container, list(false)))
  onTestFinished(() => act(async () => root.unmount()))
  expect(container.textContent).toBe('50')
})
