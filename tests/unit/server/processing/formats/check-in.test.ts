import { describe, expect, it } from 'vitest'
import { processBody } from '#tests/support/store/process-body.ts'

const CHECK_IN = '3fd7a5c2-9a1f-4d6e-8b0a-1c2d3e4f5a6b'
const checkIn = (body: unknown, query: Record<string, string> = {}) =>
  processBody('check_in', body, { slug: 'nightly-report', query })

describe('a check-in by a plain request', () => {
  it('says all in its address', () => {
    const query = { status: 'ok', duration: '12.5', environment: 'staging', check_in_id: CHECK_IN }
    const { answer, records } = checkIn('', query)
    expect(answer).toEqual({ status: 200, id: CHECK_IN.replaceAll('-', '') })
    expect(records).toMatchObject([
      {
        kind: 'check_in',
        checkInId: CHECK_IN.replaceAll('-', ''),
        monitorSlug: 'nightly-report',
        status: 'ok',
        durationMs: 12_500,
        environment: 'staging',
      },
    ])
  })

  it('says all in its body, with the monitor', () => {
    const monitor_config = { schedule: { type: 'crontab', value: '0 3 * * *' }, checkin_margin: 5 }
    const { records } = checkIn({ status: 'in_progress', monitor_slug: 'another', monitor_config })
    expect(records).toMatchObject([
      {
        monitorSlug: 'nightly-report', // as the address says
        status: 'in_progress',
        checkInId: null, // the latest
        monitorConfig: { schedule: { type: 'crontab', value: '0 3 * * *' } },
      },
    ])
  })

  it('goes by its address where both say something', () => {
    expect(checkIn({ status: 'error', duration: 3 }, { status: 'ok' }).records).toMatchObject([
      { status: 'ok', durationMs: 3_000 },
    ])
  })

  it.each([
    ['no status', '', {}, 'Cannot read check-in: its status is not one of in_progress, ok, error'],
    [
      'an unknown status',
      '',
      { status: 'fine' },
      'Cannot read check-in: its status is not one of in_progress, ok, error',
    ],
    ['no JSON', 'status=ok', {}, 'Cannot read check-in: it is not JSON'],
    ['a list', '[]', {}, 'Cannot read check-in: it is not a JSON object'],
  ])('is refused with %s', (_name, body, query, detail) => {
    const { answer, outcomes } = checkIn(body, query)
    expect(answer).toEqual({ status: 400, detail })
    expect(outcomes).toMatchObject([{ category: 'monitor', outcome: 'invalid', quantity: 1 }])
  })
})
