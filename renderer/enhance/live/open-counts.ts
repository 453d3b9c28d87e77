import { formatCompactNumber } from '#renderer/format/format.ts'
import { navigation } from '#renderer/texts/frame/frame.ts'
import type { LiveUpdate } from './parse-update.ts'

/**
 * Updates the counts of open issues in `data-live-open`: those of the project that it names, or of all
 * projects.
 */
export function moveOpenCounts(document: Document, { projects, openIssueCount }: LiveUpdate): void {
  const counts = new Map(projects.map((project) => [project.slug, project.openIssueCount]))
  counts.set('', openIssueCount)
  for (const place of document.querySelectorAll<HTMLElement>('[data-live-open]')) {
    const count = counts.get(place.dataset.liveOpen ?? '')
    if (count === undefined) continue
    const spoken = document.createElement('span')
    spoken.className = 'visually-hidden'
    spoken.textContent = navigation.open
    place.replaceChildren(...(count > 0 ? [formatCompactNumber(count), spoken] : []))
    place.hidden = count === 0
  }
}
