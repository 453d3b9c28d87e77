import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyReader, formatReaderTime } from '#renderer/format/reader-time.ts'
import { runs } from '#tests/support/run/doses.ts'

const time = Date.UTC(2026, 10, 21, 7, 10, 36)

describe('formatReaderTime()', () => {
  it.each([
    ['en-GB', 'UTC', '21 Nov 2026, 07:10:36 UTC'],
    ['de-DE', 'Europe/Berlin', '21. Nov. 2026, 08:10:36 MEZ'],
    ['en-US', 'America/New_York', 'Nov 21, 2026, 02:10:36 AM EST'],
    ['en-GB', 'Asia/Kathmandu', '21 Nov 2026, 12:55:36 GMT+5:45'],
  ])('in %s and %s writes %3$s', (language, zone, text) => {
    expect(formatReaderTime(time, { language, zone })).toBe(text)
  })

  it('has no narrow spaces, which would make a document larger', () => {
    expect(formatReaderTime(time, { language: 'fr-FR', zone: 'Europe/Paris' })).not.toMatch(/[\u2009\u202f]/)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('says that %d is no time', (wrong) => {
    expect(formatReaderTime(wrong, { language: 'de', zone: 'Europe/Berlin' })).toBe('unknown time')
    expect(formatReaderTime(wrong, anyReader)).toBe('unknown time')
  })

  it('writes as for anybody where there is no such zone', () => {
    const reader = { language: 'de', zone: 'Europe/Nowhere' }
    expect(formatReaderTime(time, reader)).toBe('21 Nov 2026, 07:10:36 UTC')
  })

  it('is what Intl says, at any time', () => {
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']
    const languages = ['de-DE', 'en-US', 'fr-FR', 'ja', 'ar-EG']
    const any = fc.tuple(
      fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }),
      fc.constantFrom(...zones),
      fc.constantFrom(...languages),
    )
    fc.assert(
      fc.property(any, ([at, zone, language]) => {
        const expected = new Intl.DateTimeFormat(language, {
          timeZone: zone,
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
          timeZoneName: 'short',
        })
        const text = expected.format(at).replace(/[\u2009\u202f]/g, ' ')
        expect(formatReaderTime(at, { language, zone })).toBe(text)
      }),
      { numRuns: runs(300) },
    )
  })
})
