import { pages } from '#renderer/layout/pages.ts'
import { aSpanId, TRACE_ID } from '#tests/support/builders/sample-traces.ts'

/** What a page's addresses are made of. */
export interface KnownIds {
  issueId: string
  eventId: string
}

/** A page without parameters in its address: as it is, and asked for a project that does not exist. */
function namedAddresses(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(pages).flatMap(([path, { name, switches = [] }]) => {
      const missing = switches.includes('project') ? [`${path}?project=nowhere`] : []
      return name === undefined ? [] : [[`/pages${path}`, [path, ...missing]]]
    }),
  )
}

/** A page's addresses: found, not found, redirecting, refused, with and without a query. Each page has some. */
export function addressesOf({ issueId, eventId }: KnownIds): Record<string, string[]> {
  return {
    ...namedAddresses(),
    '/pages/index': ['/', '/?next=%2Fissues'],
    '/pages/digests': [
      '/digests',
      '/digests?digest=',
      '/digests?digest=%3Cb%3E',
      `/digests?digest=${eventId}`,
    ],
    '/pages/digests/@digest': [`/digests/${eventId}`, '/digests/000000-000000', '/digests/329735291'],
    '/pages/issues': [
      '/issues',
      '/issues?project=shop',
      '/issues?project=crumbtrail',
      '/issues?project=nowhere',
      '/issues?cursor=abc',
      '/issues?cursor=0:0:1&sort=trends',
      '/issues?query=&sort=user',
      '/issues?query=is%3Anew+%22a+phrase%22+browser.name%3AFire*',
      '/issues?query=timesSeen%3A%3Eabc&sort=nothing',
      '/issues?query=CRUMBTRAIL-1',
    ],
    '/pages/issues/@issueId': [
      `/issues/${issueId}`,
      `/issues/${issueId}?cursor=x`,
      `/issues/${issueId}?query=release%3A1.0.0+browser%3AFirefox`,
      `/issues/${issueId}?query=is%3Aopen`,
      `/issues/${issueId}?statsPeriod=14d`,
      `/issues/${issueId}?statsPeriod=x`,
      '/issues/999999',
      '/issues/x',
      '/issues/CRUMBTRAIL-1',
    ],
    '/pages/issues/@issueId/events/@eventId': [
      `/issues/${issueId}/events/${eventId}`,
      `/issues/${issueId}/events/latest`,
      `/issues/${issueId}/events/${eventId}?show=all`,
      `/issues/${issueId}/events/${'0'.repeat(32)}`,
    ],
    '/pages/issues/@issueId/delete': [`/issues/${issueId}/delete`, '/issues/999999/delete'],
    '/pages/issues/@issueId/users': [
      `/issues/${issueId}/users`,
      `/issues/${issueId}/users?sort=events`,
      '/issues/999999/users',
    ],
    '/pages/performance': [
      '/performance?project=shop',
      '/performance?project=nowhere&sort=-p95&query=x',
      '/performance?project=shop&statsPeriod=no&from=-1&sort=none',
    ],
    '/pages/performance/route': [
      '/performance/route',
      '/performance/route?project=shop&name=GET+%2F&op=http.server&side=server',
      '/performance/route?project=nowhere&name=%3Cb%3E',
    ],
    '/pages/measurements': [
      '/measurements',
      '/measurements?project=nowhere',
      '/measurements?query=%3Cb%3E&after=a&statsPeriod=no',
    ],
    '/pages/measurements/metric': [
      '/measurements/metric',
      '/measurements/metric?name=nothing',
      '/measurements/metric?name=shop.orders&by=currency&show=rate&exemplars=all',
      '/measurements/metric?name=shop.orders&query=value%3Amany&by=constructor',
    ],
    '/pages/playground': ['/playground', '/playground?fail=none'],
    '/pages/projects': ['/projects', '/projects?project=shop'],
    // not the desk's own: what is stored of it grows with each request
    '/pages/projects/@slug': ['/projects/shop', '/projects/nowhere'],
    '/pages/projects/@slug/source-maps': ['/projects/shop/source-maps', '/projects/nowhere/source-maps'],
    '/pages/projects/@slug/settings': ['/projects/shop/settings', '/projects/nowhere/settings'],
    '/pages/projects/@slug/settings/keys': [
      '/projects/shop/settings/keys',
      '/projects/nowhere/settings/keys',
    ],
    '/pages/projects/@slug/settings/filters': [
      '/projects/shop/settings/filters',
      '/projects/nowhere/settings/filters',
    ],
    '/pages/projects/@slug/settings/scrubbing': [
      '/projects/shop/settings/scrubbing',
      '/projects/nowhere/settings/scrubbing',
    ],
    '/pages/projects/@slug/settings/limits': [
      '/projects/shop/settings/limits',
      '/projects/nowhere/settings/limits',
    ],
    '/pages/projects/@slug/settings/grouping': [
      '/projects/shop/settings/grouping',
      '/projects/nowhere/settings/grouping',
    ],
    '/pages/projects/@slug/settings/ownership': [
      '/projects/shop/settings/ownership',
      '/projects/nowhere/settings/ownership',
    ],
    '/pages/projects/@slug/settings/trackers': [
      '/projects/shop/settings/trackers',
      '/projects/nowhere/settings/trackers',
    ],
    '/pages/projects/@slug/settings/delete': [
      '/projects/shop/settings/delete',
      '/projects/nowhere/settings/delete',
    ],
    '/pages/releases': [
      '/releases',
      '/releases?project=shop',
      '/releases?project=nowhere',
      '/releases?cursor=x',
      '/releases?query=environment%3Aproduction',
      '/releases?query=user%3A7',
    ],
    '/pages/releases/@slug/@version': [
      '/releases/shop/1.0.0',
      '/releases/crumbtrail/1.0.0',
      '/releases/crumbtrail/nothing',
      '/releases/nowhere/1.0.0',
    ],
    '/pages/traces': [
      '/traces',
      '/traces?query=is%3Aroot+duration%3A%3E1ms&sort=slowest',
      '/traces?query=duration%3Asoon&sort=nothing',
      '/traces?cursor=x&statsPeriod=nothing',
      '/traces?project=nowhere',
      `/traces?query=${'0123456789abcdef'.repeat(2)}`,
    ],
    '/pages/users/@user': [
      '/users/id:7',
      '/users/id%3A7',
      '/users/id%3A7?project=nowhere',
      '/users/id%3A8',
      '/users/7',
    ],
    '/pages/traces/@traceId': [
      `/traces/${TRACE_ID}`,
      `/traces/${TRACE_ID}?span=${aSpanId(2)}`,
      `/traces/${'0123456789abcdef'.repeat(2)}`,
      '/traces/x',
      `/traces/${'0123456789ABCDEF'.repeat(2)}?only=slow`,
    ],
    '/pages/logs': [
      '/logs',
      '/logs?project=shop&query=level%3A%3E%3Dwarn+order%3A1042',
      '/logs?query=level%3Aloud',
      '/logs?cursor=x&statsPeriod=14d',
    ],
    '/pages/status-pages/@statusPageId': ['/status-pages/1', '/status-pages/999999', '/status-pages/x'],
    '/pages/monitors/@slug/uptime/@checkId': [
      '/monitors/shop/uptime/1',
      '/monitors/shop/uptime/999999',
      '/monitors/nowhere/uptime/1',
      '/monitors/shop/uptime/x',
    ],
    '/pages/monitors/@slug/uptime/@checkId/edit': [
      '/monitors/shop/uptime/1/edit',
      '/monitors/shop/uptime/x/edit',
    ],
    '/pages/alerts/channels/new': ['/alerts/channels/new', '/alerts/channels/new?kind=slack'],
    '/pages/alerts/channels/@channelId': [
      '/alerts/channels/1',
      '/alerts/channels/999999',
      '/alerts/channels/x',
    ],
    '/pages/alerts/messages/@messageId': ['/alerts/messages/1', '/alerts/messages/999999'],
    '/pages/alerts/rules/@ruleId': ['/alerts/rules/1', '/alerts/rules/999999', '/alerts/rules/x'],
    '/pages/monitors': ['/monitors', '/monitors?project=shop&cursor=x'],
    '/pages/monitors/@slug/@monitor': [
      '/monitors/crumbtrail/nightly-report',
      '/monitors/shop/nothing',
      '/monitors/nowhere/nothing',
    ],
    '/pages/feedback': [
      '/feedback',
      '/feedback?state=spam',
      '/feedback?state=x&project=nowhere',
      '/feedback?query=level%3Aerror',
    ],
    '/pages/usage': ['/usage?project=shop', '/usage?project=nowhere'],
    '/pages/set-up/@token': ['/set-up/abc', '/set-up/abc?again=1'],
    '/pages/acknowledge/@token': ['/acknowledge/abc', '/acknowledge/1.1.abc'],
    '/pages/invitations/@token': ['/invitations/abc', '/invitations/abc?again=1'],
    '/pages/unsubscribe/@token': ['/unsubscribe/abc', '/unsubscribe/1.assigned.0.abc'],
    '/pages/resets/@token': ['/resets/abc', '/resets/abc?again=1'],
    '/pages/sign-in': ['/sign-in', '/sign-in?next=%2Fissues%3Fproject%3Dshop', '/sign-in?next=//evil.test'],
    '/pages/addresses/@token': ['/addresses/abc', '/addresses/abc?again=1'],
    '/pages/sign-in/forgot-password': ['/sign-in/forgot-password', '/sign-in/forgot-password?next=%2Fissues'],
    '/pages/sign-in/second-step': ['/sign-in/second-step', '/sign-in/second-step?next=%2Fissues'],
    '/pages/sign-in/link': ['/sign-in/link'],
    '/pages/settings': ['/settings', '/settings?next=//evil.test'],
  }
}

/** As a parameter, as a folder of its own, and in a query: what a router, a template or a serializer may stumble on. */
const hostileTexts = [
  '%31',
  '%00',
  '%',
  '%E0%A4%A',
  '%2F',
  '%2e%2e',
  '%5C',
  '%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '"><script>alert(1)</script>',
  "'or'1'='1",
  '!undefined',
  '!Date:2020-01-01',
  '!!',
  '!',
  '$&',
  "$'",
  '$1',
  '@issueId',
  '*',
  ':id',
  '.',
  '..',
  '...',
  '__proto__',
  'constructor',
  'toString',
  'index.pageContext.json',
  'a;b=c',
  'a=b&c',
  '~',
  '\u00fc\u00ff',
  '%C3%BC%E2%80%AE%F0%9F%98%80',
  '{{nonce}}',
  '</script>',
  'x'.repeat(400),
  'x'.repeat(5000),
]

export const hostilePaths: string[] = [
  ...hostileTexts.flatMap((text) => [
    `/issues/${text}`,
    `/projects/${text}`,
    `/${text}`,
    `/set-up/${text}?${text}`,
    `/invitations/${text}?${text}`,
    `/sign-in?next=${text}&${text}=${text}`,
  ]),
  ...[
    '//issues',
    '/issues/',
    '/issues//',
    '//',
    '/issues/../issues',
    '/./issues',
    '/ISSUES',
    '/issues?',
    '/issues??',
  ],
  ...[
    '/issues#top',
    '/issues?a#b',
    '/issues/1/',
    '/issues/1/events',
    '/issues/1/events/',
    '/_error',
    '/renderer/_error',
  ],
  ...[
    '/issues?/index.pageContext.json',
    '/issues.pageContext.json',
    '/index.pageContext.json',
    '/pages/issues',
  ],
  ...[
    '/issues?_vike=1',
    '/issues?__proto__[x]=1',
    '/sign-in/index.html',
    '/assets/nothing.js',
    '/favicon.ico',
  ],
]
