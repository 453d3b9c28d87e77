import type { QuietHours } from '#server/models/alerts/notices.ts'
import type { Refusal } from '#server/models/refusal.ts'

/** Quiet hours as their form has them. */
export interface TypedQuiet {
  zone: string
  /** `22:00`. Both are empty for no quiet hours. */
  from: string
  to: string
  /** The days on which they begin: 1 is Monday, 7 is Sunday. */
  days: readonly number[]
  urgentPasses: boolean
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Null where no quiet hours are wanted. */
export function parseQuiet({ from, to, days }: TypedQuiet): QuietHours | Refusal | null {
  if (from === '' && to === '') return null
  const refuse = (reason: string, field: string) => ({
    refusal: `Cannot save the quiet hours: ${reason}`,
    field,
  })
  const [begins, ends] = [minutesOf(from), minutesOf(to)]
  if (begins === undefined) return refuse('the time when they begin must look like 22:00', 'from')
  if (ends === undefined) return refuse('the time when they end must look like 07:00', 'to')
  if (begins === ends) return refuse('they must end at another time than they begin', 'to')
  const known = days.filter((day) => Number.isInteger(day) && day >= 1 && day <= 7)
  if (known.length === 0) return refuse('choose at least one day', 'days')
  return { from: begins, to: ends, days: known }
}

function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = TIME.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
