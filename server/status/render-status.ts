import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { PublicService, PublicState, PublicStatus } from './read-status.ts'
import { STATUS_CSS } from './status-css.ts'

const STATES: Readonly<Record<PublicState, string>> = {
  up: 'Up',
  down: 'Down',
  unknown: 'Not checked at the moment',
}

/** Renders a status page as a whole document, which needs no script and loads nothing. */
export function renderStatus(status: PublicStatus): string {
  const { title, announcement, timezone, isIndexed, at, services, incidents } = status
  const say = formatsOf(timezone)
  const state = stateOf(services)
  const time = (ms: number) =>
    `<time datetime="${new Date(ms).toISOString()}">${escapeHtml(say.time(ms))}</time>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isIndexed ? '' : '<meta name="robots" content="noindex">\n'}<title>${escapeHtml(title)}: ${escapeHtml(sentenceOf(services))}</title>
<style>${STATUS_CSS}</style>
</head>
<body>
<main>
<header>
<h1>${escapeHtml(title)}</h1>
<p class="now" data-state="${state}">${escapeHtml(sentenceOf(services))}</p>
</header>
${announcement === '' ? '' : `<section><h2>Announcement</h2><p class="note">${escapeHtml(announcement)}</p></section>`}
<section><h2>Services</h2><ul class="card">${services.map((service) => renderService(service, say.day)).join('')}</ul></section>
<section><h2>Incidents of the last 90 days</h2>
${incidents.length === 0 ? '<p>None.</p>' : `<ol class="card">${incidents.map((one) => renderIncident(one, { at, time })).join('')}</ol>`}
</section>
<footer>Updated ${time(at)}. All times are in ${escapeHtml(timezone)}.</footer>
</main>
</body>
</html>
`
}

function renderService({ name, state, kind, parts }: PublicService, day: (ms: number) => string): string {
  const up = parts.reduce((sum, part) => sum + part.up, 0)
  const all = up + parts.reduce((sum, part) => sum + part.down, 0)
  const bad = parts.filter(({ down }) => down > 0).length
  const span = kind === 'check' ? 'Last 90 days' : `Last ${parts.length} runs`
  const label = `${span}: ${bad === 0 ? 'no failures' : `${bad} with failures`}`
  const share =
    all === 0 ? 'not checked' : `${formatShare(up / all)} of ${kind === 'check' ? 'checks' : 'runs'}`
  const [from, to] = kind === 'check' ? ['90 days ago', 'Today'] : ['Oldest', 'Latest']
  const cells = parts.map((part) => {
    const words =
      part.up + part.down === 0
        ? 'not checked'
        : part.down === 0
          ? 'up'
          : part.up === 0
            ? 'down'
            : 'partly down'
    return `<i data-state="${cellState(part)}" title="${escapeHtml(day(part.at))}: ${words}"></i>`
  })
  return `<li><div class="head"><h3>${escapeHtml(name)}</h3><span class="state" data-state="${state}">${STATES[state]}</span></div>
<div class="strip" role="img" aria-label="${escapeHtml(label)}">${cells.join('')}</div>
<p class="scale"><span>${from}</span><span>${share}</span><span>${to}</span></p></li>`
}

function renderIncident(
  { name, beganAt, endedAt }: PublicStatus['incidents'][number],
  { at, time }: { at: number; time: (ms: number) => string },
): string {
  const lasted = formatLength((endedAt ?? at) - beganAt)
  const words =
    endedAt === null
      ? `has been down since ${time(beganAt)} (${lasted})`
      : `was down from ${time(beganAt)} to ${time(endedAt)} (${lasted})`
  return `<li><b>${escapeHtml(name)}</b> <span class="when">${words}</span></li>`
}

function cellState({ up, down }: { up: number; down: number }): string {
  if (up + down === 0) return 'none'
  return down === 0 ? 'up' : up === 0 ? 'down' : 'partly'
}

function stateOf(services: readonly PublicService[]): PublicState {
  if (services.some(({ state }) => state === 'down')) return 'down'
  return services.length > 0 && services.every(({ state }) => state === 'up') ? 'up' : 'unknown'
}

function sentenceOf(services: readonly PublicService[]): string {
  const down = services.filter(({ state }) => state === 'down').map(({ name }) => name)
  const unknown = services.filter(({ state }) => state === 'unknown').length
  if (services.length === 0) return 'This page shows no services yet'
  if (down.length === 1) return `${down[0]} is down`
  if (down.length > 1) return `${down.length} of ${services.length} services are down`
  if (unknown === services.length) return 'Nothing is checked at the moment'
  if (unknown > 0)
    return `${services.length - unknown} of ${services.length} services are up, the others are not checked`
  return services.length === 1 ? `${services[0]?.name} is up` : 'All services are up'
}

function formatsOf(timeZone: string) {
  const day = { timeZone, day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = new Intl.DateTimeFormat('en-GB', { ...day, hour: '2-digit', minute: '2-digit' })
  const date = new Intl.DateTimeFormat('en-GB', day)
  return { time: (ms: number) => time.format(ms), day: (ms: number) => date.format(ms) }
}

/** A share of less than all is never shown as `100 %`. */
function formatShare(share: number): string {
  return `${share === 1 ? 100 : Math.min(99.99, Math.floor(share * 10_000) / 100)} %`
}

function formatLength(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours`
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES.get(character) ?? '')
}
