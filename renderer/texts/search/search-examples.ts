import * as places from '#renderer/texts/frame/places.ts'
import type { Searched } from '#server/models/search.ts'

/** Useful searches of issues and what they find: each links to its list. */
export const examples: { title: string; rows: [query: string, meaning: string][] }[] = [
  {
    title: 'Words',
    rows: [
      ['price missing', 'both words (prefixes match too) in title, message or culprit'],
      ['"price is missing"', 'the exact phrase'],
      ['checkout !timeout', 'the first word but not the second'],
      ['timeout OR (socket closed)', 'either'],
    ],
  },
  {
    title: 'State',
    rows: [
      ['is:unresolved', 'open; also is:resolved, is:ignored and is:archived'],
      ['is:regressed', 'happened again after it was resolved'],
      ['is:new', 'first seen in the last 24 hours'],
      ['is:for_review', 'open, unassigned, and new, regressed or escalating'],
      ['is:unhandled', 'unhandled errors'],
      ['assigned:me', 'also assigned:none, is:unassigned, or an email address'],
      ['assigned:my_teams', 'a team of yours; assigned:#billing names one'],
      ['mentions:me', 'a comment mentions you or a team of yours; also an email address or a #team'],
      ['is:for_me', 'open, and assigned to you or your teams, or mentioning you'],
      ['is:bookmarked', 'bookmarked by you'],
    ],
  },
  {
    title: 'Numbers and times',
    rows: [
      ['timesSeen:>100', 'events; also >=, <, <= and 10..20'],
      ['users:>=50', 'users affected'],
      ['firstSeen:-24h', 'in the last 24 hours; the units are s, m, h, d and w'],
      ['lastSeen:+7d', 'not in the last seven days'],
      ['firstSeen:>=2026-11-01', 'a date, or a time in UTC such as 2026-11-01T14:05'],
    ],
  },
  {
    title: 'Fields',
    rows: [
      ['level:[error, fatal]', 'either level'],
      ['project:shop-*', '* matches any text'],
      ['environment:production', 'seen in this environment'],
      ['release:2.5.0', 'seen in this release of any package; also shop@2.5.0 and release:latest'],
      ['firstRelease:2.5.0', 'first seen in this release; also firstRelease:latest'],
      ['type:*TimeoutError', 'the error’s type; error.type also finds its causes'],
      ['message:"out of memory"', 'in the message; also title and culprit'],
      ['platform:python', 'also sdk.name, sdk.version and logger'],
      ['error.unhandled:true', 'also error.handled:false, and error.mechanism'],
    ],
  },
  {
    title: 'Users, requests and code',
    rows: [
      ['user:ada@example.com', 'any field of a user; also user.id, user.email, user.username and user.ip'],
      ['geo.country_code:AT', 'where the user is; also geo.region and geo.city'],
      ['browser:Firefox', 'any version; also os, device and runtime'],
      ['http.method:POST', 'also http.status_code, and url without its query'],
      ['stack.filename:total.ts', 'a file in the stack trace; also stack.function and stack.module'],
    ],
  },
  {
    title: 'Tags',
    rows: [
      ['region:eu-west', 'any tag, by name'],
      ['!region:eu-west', 'issues without this tag value'],
      ['has:user', 'issues with this tag; !has:user for those without'],
      ['tags[level]:error', 'a tag with the same name as a field above'],
    ],
  },
]

/** Useful searches of the other lists. */
export const otherExamples: {
  list: Exclude<Searched, 'issues'>
  title: string
  rows: [query: string, meaning: string][]
}[] = [
  {
    list: 'traces',
    title: places.traces,
    rows: [
      ['GET /cart', 'words from a name or an operation'],
      ['name:"GET /cart"', 'also op, status, release, user and browser, with * as wildcard'],
      ['duration:>500ms', 'also <2s and 100ms..1s'],
      ['status:500', 'an HTTP code, or a word such as internal_error'],
      ['side:browser', 'or side:server'],
      ['is:root', 'only spans that began a trace'],
      ['is:failed', 'ended in a failure'],
      ['has:error', 'an error of the trace is stored'],
    ],
  },
  {
    list: 'logs',
    title: places.logs,
    rows: [
      ['payment', 'in the first 256 characters of a log'],
      ['level:>=warn', 'also level:warn'],
      ['order:1042', 'any attribute, by name'],
      ['http.route:"/cart/*"', 'an attribute with * as wildcard'],
      ['has:order', 'logs with this attribute'],
      ['!timeout', 'without this word'],
      ['environment:production', 'also release and project'],
      ['trace:4bf92f3577b34da6a3ce929d0e0e4736', 'logs of this trace'],
    ],
  },
  {
    list: 'releases',
    title: places.releases,
    rows: [
      ['2.5', 'a part of a version'],
      ['release:2.5.*', 'of any package'],
      ['is:archived', 'archived releases, which the list leaves out otherwise'],
      ['environment:production', 'deployed there, or seen there'],
      ['project:shop-*', 'of these projects'],
    ],
  },
  {
    list: 'feedback',
    title: places.feedback,
    rows: [
      ['checkout', 'in the message, or in a name or an email address'],
      ['user.email:*@example.com', 'also user'],
      ['url:/cart', 'a part of the address'],
      ['release:2.5.0', 'also environment, project and source'],
      ['has:issue', 'also has:trace, has:email and has:url'],
    ],
  },
]
