/** What people look for, and how it is typed: each leads to its list. */
export const examples: { title: string; rows: [query: string, meaning: string][] }[] = [
  {
    title: 'Words',
    rows: [
      ['price missing', 'both words, or words that begin so, in titles, messages or culprits'],
      ['"price is missing"', 'the words side by side'],
      ['checkout !timeout', 'the first word without the second'],
      ['timeout OR (socket closed)', 'either'],
    ],
  },
  {
    title: 'State',
    rows: [
      ['is:unresolved', 'open; also is:resolved, is:ignored and is:archived'],
      ['is:regressed', 'came back after it was resolved'],
      ['is:new', 'first seen in the last 24 hours'],
      ['is:for_review', 'open, nobody’s, and new, regressed or escalating'],
      ['is:unhandled', 'crashed what it happened in'],
      ['assigned:me', 'also assigned:none, or an e-mail address; is:unassigned'],
      ['is:bookmarked', 'bookmarked by you'],
    ],
  },
  {
    title: 'Numbers and times',
    rows: [
      ['timesSeen:>100', 'events; also >=, <, <= and 10..20'],
      ['users:>=50', 'how many people were hit'],
      ['firstSeen:-24h', 'in the last 24 hours; the units are s, m, h, d and w'],
      ['lastSeen:+7d', 'not for seven days'],
      ['firstSeen:>=2026-11-01', 'a date, or a time such as 2026-11-01T14:05, of UTC'],
    ],
  },
  {
    title: 'Where and what',
    rows: [
      ['level:[error, fatal]', 'either of them'],
      ['project:shop-*', 'a star stands for anything'],
      ['environment:production', 'seen there'],
      ['release:latest', 'seen in its project’s newest release; also a name, or version:1.4.2'],
      ['type:*TimeoutError', 'the error’s type'],
      ['message:"out of memory"', 'in the message; also title and culprit'],
    ],
  },
  {
    title: 'Tags',
    rows: [
      ['browser.name:Firefox', 'any tag by its name'],
      ['!browser.name:Firefox', 'all issues that were never seen there'],
      ['has:user', 'the tag is there at all; !has:user for the others'],
      ['tags[level]:error', 'a tag that has the name of one of the words above'],
    ],
  },
]
