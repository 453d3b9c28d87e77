import type { Refusal } from '#server/models/refusal.ts'
import type { GivenStatusPage } from '#server/models/uptime/status-pages.ts'
import type { SavedStatusPage } from '#server/store/uptime/status-pages.ts'

const LONGEST_TITLE = 100
const LONGEST_NAME = 80
const LONGEST_ANNOUNCEMENT = 2_000
/** Each visitor's page is read with few queries, but each item has a strip. */
const MOST_ITEMS = 30

/** Reads the form of a status page, or says what is wrong with it. `keys` names what it can show. */
export function readStatusPage(given: GivenStatusPage, keys: ReadonlySet<string>): SavedStatusPage | Refusal {
  const title = given.title.trim()
  if (title === '' || title.length > LONGEST_TITLE) {
    return refuse(`its title must have 1 to ${LONGEST_TITLE} characters`, 'title')
  }
  const slug = given.slug.trim().toLowerCase()
  if (!/^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/.test(slug)) {
    return refuse('its address must have 1 to 50 letters, digits and hyphens', 'slug')
  }
  const announcement = given.announcement.trim()
  if (announcement.length > LONGEST_ANNOUNCEMENT) {
    return refuse(`its announcement must have at most ${LONGEST_ANNOUNCEMENT} characters`, 'announcement')
  }
  const timezone = given.timezone.trim() || 'UTC'
  if (!isZone(timezone)) return refuse(`there is no time zone "${timezone}"`, 'timezone')
  const items = given.items
    .filter(({ key }) => keys.has(key))
    .map(({ key, name }) => ({ key, name: name.trim() }))
  if (items.length > MOST_ITEMS) return refuse(`it can show at most ${MOST_ITEMS} checks and jobs`)
  if (items.some(({ name }) => name === '' || name.length > LONGEST_NAME)) {
    return refuse(`the name of each item must have 1 to ${LONGEST_NAME} characters`)
  }
  return { title, slug, announcement, timezone, items, isIndexed: given.isIndexed }
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false // A RangeError: there is no such zone.
  }
}

function refuse(message: string, field?: string): Refusal {
  return { refusal: `Cannot save the status page: ${message}`, ...(field !== undefined && { field }) }
}
