import { actOn, listKeyTargets, nameOf } from '#renderer/enhance/keys/key-targets.ts'
import * as say from '#renderer/texts/frame/palette.ts'
import type { PaletteOption } from './option.ts'

/** Collects the links and commands of the page's frame from the document. */
export function listPageOptions(document: Document): PaletteOption[] {
  return [...listDestinations(document), ...listActions(document)]
}

function listDestinations(document: Document): PaletteOption[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('#frame-side nav a[href]')
  return [...links].map((link) => ({
    group: say.pages,
    name: nameOf(link),
    note: link.closest('nav')?.getAttribute('aria-label') === 'Main' ? '' : (groupOf(link) ?? ''),
    act: { href: link.pathname + link.search },
  }))
}

function groupOf(link: HTMLAnchorElement): string | null | undefined {
  return link.closest('nav')?.getAttribute('aria-label')
}

function listActions(document: Document): PaletteOption[] {
  const marks = listKeyTargets(document).filter((mark) => mark.closest('main') !== null)
  const pressed = document.querySelectorAll<HTMLButtonElement>(
    '#frame-top button[name], #frame-top [data-command]',
  )
  return [
    ...marks.map((mark) => ({
      group: say.actions,
      name: nameOf(mark),
      note: mark.dataset.key ?? '',
      act: () => actOn(mark),
    })),
    ...Array.from(pressed, (button) => ({
      group: say.actions,
      name: button.name === '' ? nameOf(button) : `${nameOf(button)} ${button.name}`,
      act: () => button.click(),
    })),
  ]
}
