import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'

/** Adds a check of an address that is not allowed, so that it goes down without the network, and one to be deleted. */
async function addClosedChecks(desk: DeskProcess): Promise<void> {
  const headers = { cookie: await sessionOf(desk), origin: desk.url }
  for (const name of ['Shop front', 'Doomed check']) {
    const asked = { method: 'GET', url: 'http://127.0.0.1:9/health', expects: '2xx' }
    const times = { everyMinutes: '5', timeoutSeconds: '10' }
    const body = new URLSearchParams({ change: 'save', name, project: 'shop', ...asked, ...times })
    const added = await fetch(`${desk.url}/monitors/new`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body,
    })
    if (added.status !== 303) throw new Error(`Cannot add the check: the answer was ${added.status}`)
  }
}

/** Adds a status page of the first check, and turns it on. */
async function addStatusPage(desk: DeskProcess): Promise<void> {
  const headers = { cookie: await sessionOf(desk), origin: desk.url }
  const send = (path: string, fields: Record<string, string>) =>
    fetch(`${desk.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(fields),
    })
  const page = {
    title: 'Shop status',
    slug: 'shop',
    timezone: 'Europe/Vienna',
    announcement: 'We move on Sunday.',
  }
  const items = { 'show.check:1': 'on', 'name.check:1': 'Web shop' }
  const added = await send('/status-pages/new', { change: 'save', ...page, ...items })
  const turned = await send('/status-pages/1', { change: 'turn-on' })
  if (added.status !== 303 || turned.status !== 303) {
    throw new Error(`Cannot add the status page: the answers were ${added.status} and ${turned.status}`)
  }
}

/** Adds two checks, and a status page of the first. */
export async function addUptimePages(desk: DeskProcess): Promise<void> {
  await addClosedChecks(desk)
  await addStatusPage(desk)
}

/** Pages of checks with a parameter. */
export const uptimePlaces = {
  '/status-pages/@statusPageId': { path: '/status-pages/1', heading: 'Shop status' },
  '/monitors/@slug/uptime/@checkId': { path: '/monitors/shop/uptime/1', heading: 'Shop front' },
  '/monitors/@slug/uptime/@checkId/edit': {
    path: '/monitors/shop/uptime/1/edit',
    heading: 'Edit Shop front',
  },
}

const REFUSED = {
  typed: { Name: 'Front', Address: 'ftp://shop.example/' },
  says: 'Cannot save the check: its address must begin with https:// or http://',
  kept: { Name: 'Front', Address: 'ftp://shop.example/' },
}

const REFUSED_PAGE = {
  typed: { Title: 'Other', Address: 'no address' },
  says: 'Cannot save the status page: its address must have',
  kept: { Title: 'Other', Address: 'no address' },
}

export const uptimeForms = {
  '/status-pages/new': {
    path: '/status-pages/new',
    typed: { Title: 'Second status', Address: 'second' },
    button: 'Save status page',
    heading: 'Second status',
    refused: REFUSED_PAGE,
  },
  '/status-pages/@statusPageId': {
    path: '/status-pages/1',
    typed: { Title: 'Shop status' },
    button: 'Save status page',
    heading: 'Shop status',
    refused: REFUSED_PAGE,
  },
  '/monitors/new': {
    path: '/monitors/new',
    typed: { Name: 'Second', Address: 'https://shop.example/' },
    button: 'Save check',
    heading: 'Second',
    refused: REFUSED,
  },
  '/monitors/@slug/uptime/@checkId': {
    path: '/monitors/shop/uptime/2',
    button: 'Check now',
    heading: 'Doomed check',
  },
  '/monitors/@slug/uptime/@checkId/edit': {
    path: '/monitors/shop/uptime/1/edit',
    typed: { Name: 'Shop front' },
    button: 'Save check',
    heading: 'Shop front',
    refused: REFUSED,
  },
}
