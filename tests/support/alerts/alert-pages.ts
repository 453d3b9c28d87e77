import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { acknowledgeAddresses } from './acknowledge-address.ts'
import { addMailSecret, notificationForms, notificationPlaces } from './notification-pages.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Adds a channel whose address is not allowed, so that its first message cannot be delivered, and the secret of links in mails. */
export async function addClosedChannel(desk: DeskProcess): Promise<void> {
  await addMailSecret(desk)
  const headers = { cookie: await sessionOf(desk), origin: desk.url }
  const settings = { 'value.url': 'http://127.0.0.1:9/alerts', 'secret.secret': SECRET }
  const body = new URLSearchParams({ change: 'save', name: 'Hook', ...settings })
  const url = `${desk.url}/alerts/channels/new?kind=webhook`
  const added = await fetch(url, { method: 'POST', redirect: 'manual', headers, body })
  if (added.status !== 303) throw new Error(`Cannot add the channel: the answer was ${added.status}`)
}

/** Waits for the first message, which an event caused. Gives the page of its link, and how its form is used. */
export async function untilMessage(desk: DeskProcess) {
  const headers = { cookie: await sessionOf(desk) }
  const isThere = async () => (await fetch(`${desk.url}/alerts/messages/1`, { headers })).ok
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 100))
  const { own, other } = await acknowledgeAddresses(desk)
  const isPublic = true
  return {
    places: { '/acknowledge/@token': { path: own, heading: 'Acknowledge this issue?', isPublic } },
    forms: {
      '/acknowledge/@token': { path: other, button: 'Acknowledge', heading: 'Acknowledged', isPublic },
    },
  }
}

/** Pages of alerts with a parameter: rule 1 is there from the start, the others by the functions above. */
export const alertPlaces = {
  ...notificationPlaces,
  '/alerts/rules/@ruleId': { path: '/alerts/rules/1', heading: 'New issue' },
  '/alerts/channels/new': { path: '/alerts/channels/new?kind=webhook', heading: 'New channel: Webhook' },
  '/alerts/channels/@channelId': { path: '/alerts/channels/1', heading: 'Hook' },
  '/alerts/messages/@messageId': {
    path: '/alerts/messages/1',
    heading: 'New issue in Shop: TypeError: no price',
  },
}

export const alertForms = {
  ...notificationForms,
  '/alerts': { path: '/alerts', button: 'Turn off Rising', heading: 'Alerts' },
  '/alerts/rules/new': {
    path: '/alerts/rules/new',
    typed: { Name: 'Mine' },
    button: 'Save rule',
    heading: 'Mine',
    refused: { typed: { Name: '  ' }, says: 'Cannot save the rule', kept: { Name: '  ' } },
  },
  '/alerts/rules/@ruleId': {
    path: '/alerts/rules/2',
    typed: { Name: 'Came back again' },
    button: 'Save rule',
    heading: 'Came back again',
    refused: {
      path: '/alerts/rules/3',
      typed: { Name: '  ' },
      says: 'Cannot save the rule',
      kept: { Name: '  ' },
    },
  },
  '/alerts/channels/new': {
    path: '/alerts/channels/new?kind=webhook',
    typed: { Name: 'Second', URL: 'https://receiver.example/alerts', 'Signing secret': SECRET },
    button: 'Save channel',
    heading: 'Second',
    refused: {
      typed: { Name: 'Third', URL: 'nothing', 'Signing secret': SECRET },
      says: 'Cannot save the channel',
      kept: { Name: 'Third', URL: 'nothing' },
    },
  },
  '/alerts/channels/@channelId': {
    path: '/alerts/channels/1',
    typed: { Name: 'Hook' },
    button: 'Save channel',
    heading: 'Hook',
    refused: { typed: { Name: '  ' }, says: 'Cannot save the channel', kept: { Name: '  ' } },
  },
  '/alerts/messages': {
    path: '/alerts/messages?state=undelivered',
    button: 'Retry all undelivered',
    heading: 'Messages',
  },
  '/alerts/messages/@messageId': {
    path: '/alerts/messages/1',
    button: 'Discard',
    heading: 'New issue in Shop: TypeError: no price',
  },
}
