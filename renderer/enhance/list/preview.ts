import { createElements } from '#renderer/enhance/create-elements.ts'
import { BoundedCache } from '#renderer/format/bounded-cache.ts'
import { previewPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/frame/live.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import { parsePreview, type ShownPreview } from './parse-preview.ts'
import styles from './preview.module.css'

interface PreviewOptions {
  document: Document
  request: typeof fetch
  setTimer: SetTimer
}

/** A pointer that only crosses a row must not open the preview. */
const POINT_MS = 350
const MOST_CACHED = 50

/**
 * Shows more about an issue while the pointer is on its row or the keyboard's focus is on its link. The
 * page works without it.
 */
export function installPreview({ document, request, setTimer }: PreviewOptions) {
  const make = createElements(document)
  const card = make('aside', { class: styles.peek ?? '', popover: 'manual', 'aria-label': say.latestEvent })
  const previews = new BoundedCache<string, Promise<ShownPreview | undefined>>(MOST_CACHED)
  let cancel: (() => void) | undefined
  let wanted: HTMLElement | undefined

  function want(row: HTMLElement | undefined): void {
    if (row === wanted) return
    wanted = row
    cancel?.()
    hide()
    if (row) cancel = setTimer(() => void show(row), POINT_MS)
  }

  function hide(): void {
    if (card.isConnected && card.matches(':popover-open')) card.hidePopover()
  }

  async function show(row: HTMLElement): Promise<void> {
    const id = row.querySelector<HTMLInputElement>('input[name="issue"]')?.value
    if (id === undefined) return
    const preview = await previewOf(id)
    if (preview === undefined || wanted !== row || !row.isConnected) return
    card.replaceChildren(...contentsOf(preview))
    document.body.append(card)
    card.showPopover()
    place(row)
  }

  function previewOf(id: string): Promise<ShownPreview | undefined> {
    return previews.get(id, () => {
      setTimer(() => previews.delete(id), 30_000)
      return request(previewPath(id))
        .then(async (answer) => (answer.ok ? parsePreview(await answer.json()) : undefined))
        .catch(() => undefined) // The browser is offline. The page itself will say so when it is opened.
    })
  }

  function contentsOf({ title, message, frame, facts }: ShownPreview): HTMLElement[] {
    const code = frame?.code ? [make('code', {}, frame.code)] : []
    return [
      make('p', {}, make('b', {}, make('bdi', {}, title)), ' ', make('bdi', {}, message)),
      ...(frame ? [make('pre', {}, make('span', {}, frame.place), ...code)] : []),
      make(
        'dl',
        {},
        ...facts.flatMap(({ name, value }) => [make('dt', {}, name), make('dd', {}, make('bdi', {}, value))]),
      ),
    ]
  }

  /** Places the preview below the row's title, or above it if there is no room below. */
  function place(row: HTMLElement): void {
    const { top, bottom } = row.getBoundingClientRect()
    const left = row.querySelector('a')?.getBoundingClientRect().left ?? 0
    const view = document.documentElement
    const isBelow = bottom + card.offsetHeight + 8 < view.clientHeight
    card.style.left = `${Math.max(8, Math.min(left, view.clientWidth - card.offsetWidth - 8))}px`
    card.style.top = `${isBelow ? bottom + 4 : Math.max(8, top - card.offsetHeight - 4)}px`
  }

  const rowOf = (target: EventTarget | null) =>
    target instanceof Element && target.closest('a[href^="/issues/"], [class] > bdi')
      ? (target.closest<HTMLElement>(previewed) ?? undefined)
      : undefined

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'mouse') want(rowOf(target))
  })
  document.addEventListener('focusin', ({ target }) => {
    want(target instanceof HTMLElement && target.matches(':focus-visible') ? rowOf(target) : undefined)
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  for (const event of ['scroll', 'click', 'focusout'])
    document.addEventListener(event, () => want(undefined), true)

  return {
    /** Shows a row's preview at once, or hides it; false where the row has none. */
    toggle(row: HTMLElement): boolean {
      if (!row.matches(previewed)) return false
      const isShown = wanted === row && card.isConnected && card.matches(':popover-open')
      want(undefined)
      if (isShown) return true
      wanted = row
      void show(row)
      return true
    },
  }
}

const previewed = 'main :is(tbody tr, [data-row]):has(input[name="issue"])'
