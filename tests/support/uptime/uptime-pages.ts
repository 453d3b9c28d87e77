import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'

/** Adds a check of an address that is not allowed, so that it goes down without the network, and one to be deleted. */
export async function addClosedChecks(desk: DeskProcess): Promise<void> {
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

/** Pages of checks with a parameter. */
export const uptimePlaces = {
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

export const uptimeForms = {
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
