import { chartZone } from '#renderer/format/chart-zone.ts'
import { formatNumber } from '#renderer/format/format.ts'
import { DAY_MS } from '#renderer/format/time-units.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { preview as say } from '#renderer/texts/alerts/rules.ts'
import { type BarChartData, drawBars } from '#renderer/ui/chart/draw/draw-bars.ts'
import { parseRuleForm, type RuleValues } from '#renderer/views/alert/rule/rule-values.ts'
import type { NoPreview, RulePreview } from '#server/models/alerts/rules.ts'

export interface Previewed {
  preview: RulePreview | NoPreview
  chart: BarChartData | undefined
  /** The values of the form's fields, which it shows again. */
  typed: RuleValues
}

/** Says what a rule would have sent. Nothing is saved. */
export async function previewRule({
  desk,
  form,
  now,
  preferences,
}: ActionContext): Promise<ActionResult<Previewed>> {
  const preview = await desk.alerts.rules.preview(parseRuleForm(form))
  if ('refusal' in preview) return refused(preview.refusal, form, preview.field)
  const chart = 'unknown' in preview ? undefined : drawDays(preview.perDay, { now, zone: preferences.zone })
  return done({ value: { preview, chart, typed: typedIn(form) }, changed: [] })
}

/** The last day ends now. */
function drawDays(perDay: readonly number[], { now, zone }: { now: number; zone: string }): BarChartData {
  const count = Math.max(1, perDay.length)
  const buckets = { start: now - count * DAY_MS, end: now, stepMs: DAY_MS, count }
  return drawBars({
    buckets,
    zone: chartZone(zone, buckets),
    series: [{ name: say.messages, tone: 'trail', values: perDay }],
    format: formatNumber,
  })
}

function typedIn(form: URLSearchParams): RuleValues {
  return Object.fromEntries([...form].filter(([name]) => name !== 'change' && name !== 'version'))
}
