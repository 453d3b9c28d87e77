import { type Answer, type ApiRequest, answer } from '#server/api/answer.ts'
import { readSeries } from './series.ts'
import { typeOfCell } from './table.ts'

/**
 * Functions over time, one point for each interval, as Sentry's `events-stats` has them: with `topEvents` of the largest groups
 * by those of `field` that are no functions, each named by its values. What is in no group is left out.
 */
export async function getEventsStats(request: ApiRequest): Promise<Answer> {
  const { topEvents, field } = request.query
  const names = [field ?? []].flat().map(String)
  const groupedBy = topEvents === undefined ? [] : names.filter((name) => !name.endsWith(')'))
  const read = await readSeries(request, groupedBy)
  if ('status' in read) return read
  const { calls, groups, period, dataset, isWhole } = read
  const ofGroups = groups.map(({ values, at }, place) => {
    const series = calls.map(({ name, call }, index) => ({
      data: at(call).map(({ time, value }) => [time / 1_000, [{ count: value }]]),
      start: Math.floor(period.start / 1_000),
      end: Math.floor(period.end / 1_000),
      order: groupedBy.length === 0 ? index : place,
      isMetricsData: false,
      meta: { fields: { [name]: 'number' }, dataset, dataScanned: isWhole ? 'full' : 'partial' },
    }))
    const [only] = series
    const byName = Object.fromEntries(calls.map(({ name }, index) => [name, series[index]]))
    return [values.map((value) => value ?? '').join(','), series.length === 1 ? only : byName] as const
  })
  return answer(groupedBy.length === 0 ? ofGroups[0]?.[1] : Object.fromEntries(ofGroups))
}

/** The same in Sentry's newer form: https://docs.sentry.io/api/explore/query-explore-events-in-timeseries-format/ */
export async function getEventsTimeseries(request: ApiRequest): Promise<Answer> {
  const groupedBy = [request.query.groupBy ?? []].flat().map(String)
  const read = await readSeries(request, groupedBy)
  if ('status' in read) return read
  const { calls, groups, period, dataset, intervalMs, isWhole } = read
  const timeSeries = groups.flatMap(({ values, at }, order) =>
    calls.map(({ name, call }) => ({
      yAxis: name,
      ...(groupedBy.length > 0 && {
        groupBy: groupedBy.map((key, place) => ({ key, value: values[place] ?? null })),
      }),
      values: at(call).map(({ time, value }) => ({
        timestamp: time,
        value: typeof value === 'number' ? value : null,
        incomplete: time + intervalMs > request.now,
      })),
      meta: { valueType: typeOfCell(name, 0), valueUnit: null, interval: intervalMs, order, isOther: false },
    })),
  )
  const { start, end } = period
  return answer({ timeSeries, meta: { dataset, start, end, dataScanned: isWhole ? 'full' : 'partial' } })
}
