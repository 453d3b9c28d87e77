import type {
  ChannelTools,
  OutgoingAnswer,
  OutgoingMail,
  OutgoingRequest,
} from '#server/alerts/channels/channel.ts'
import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'

/** An issue of a shop, as messages show it. */
export function aSubject(changes: Partial<AlertSubject> = {}): AlertSubject {
  return {
    kind: 'issue',
    id: 'issue:12',
    shortId: 'SHOP-12',
    title: 'TypeError: x is not a function',
    detail: 'loadCart in cart.ts',
    level: 'error',
    environment: 'production',
    release: 'shop@1.2.0',
    url: 'https://desk.example/issues/12',
    acknowledgeUrl: undefined,
    events: 3,
    users: 2,
    firstSeen: Date.UTC(2026, 10, 25, 16, 20),
    lastSeen: Date.UTC(2026, 10, 25, 16, 28),
    event: {
      id: 'a'.repeat(32),
      url: 'https://desk.example/issues/12/events/a',
      platform: 'javascript',
      message: 'x is not a function',
      tags: [['browser', 'Firefox 151']],
    },
    ...changes,
  }
}

/** The message about it. */
export function anAlert(changes: Partial<AlertMessage> = {}): AlertMessage {
  return {
    key: 'k-1',
    happening: 'new',
    urgency: 'normal',
    isTest: false,
    rule: { id: 7, name: 'New issues' },
    project: { slug: 'shop', name: 'Shop', url: 'https://desk.example/projects/shop' },
    title: 'New issue in Shop: TypeError: x is not a function',
    note: undefined,
    subjects: [aSubject()],
    more: 0,
    url: 'https://desk.example/issues?query=id:12',
    at: Date.UTC(2026, 10, 25, 16, 28),
    ...changes,
  }
}

/** A message whose every text is the same foreign one. */
export function anAlertOf(foreign: string): AlertMessage {
  const subject = aSubject({ title: foreign, detail: foreign, environment: foreign, release: foreign })
  return anAlert({ title: foreign, note: foreign, subjects: [subject] })
}

/** Tools that answer the same to each request, and note what was sent. */
export function notingTools(answer: OutgoingAnswer = { status: 200, headers: {}, body: 'ok' }) {
  const requests: OutgoingRequest[] = []
  const mails: OutgoingMail[] = []
  const tools: ChannelTools = {
    request: async (request) => {
      requests.push(request)
      return answer
    },
    mail: async (mail) => {
      mails.push(mail)
      return answer
    },
    now: () => 1_614_265_330_000,
  }
  return { tools, requests, mails }
}
