import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventsWithTagPath } from '#renderer/views/event/facts/tag-query.ts'
import { scanSearch } from '#server/search/tokens.ts'
import { runs } from '#tests/support/run/doses.ts'

it('eventsWithTagPath() asks for exactly the tag, whatever characters it has', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom('"', '\\', '*', ':', '[', ']', ' '), fc.string()))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      text.filter((key) => key !== ''),
      text,
      (key, value) => {
        const query =
          new URL(eventsWithTagPath(7, key, value), 'http://desk.example').searchParams.get('query') ?? ''
        const tokens = scanSearch(query)
        const wellFormed = (given: string) => given.toWellFormed()
        expect(tokens).toMatchObject([
          {
            kind: 'term',
            term: {
              kind: 'filter',
              key: wellFormed(key),
              isTag: true,
              isNegated: false,
              values: [[wellFormed(value)]],
            },
          },
        ])
      },
    ),
    { numRuns: runs(1_000) },
  )
})
