import type { Escalation, GivenEscalation } from '#server/models/alerts/escalation.ts'
import { isRecovery } from '#server/models/alerts/happenings.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { findEscalation, saveEscalation } from '#server/store/acknowledging/escalations.ts'
import { listChannels } from '#server/store/alerts/channels.ts'
import type { AlertsContext } from './context.ts'
import type { AlertEscalation, AlertRules } from './desk-alerts.ts'

const MOST_MINUTES = 24 * 60
const MOST_REPEATS = 5
const MOST_STEPS = 5

export function createAlertEscalation(
  { whole, clock, by }: AlertsContext,
  rules: Pick<AlertRules, 'find'>,
): AlertEscalation {
  return {
    async find(ruleId) {
      const rule = await rules.find(ruleId)
      return rule && findEscalation(whole.db, ruleId)
    },
    async save(ruleId, given) {
      const rule = await rules.find(ruleId)
      if (rule === undefined) return refuse('the rule no longer exists')
      if (isRecovery(rule.happening)) return refuse('what works again needs nobody')
      const known = new Set((await listChannels(whole.db)).map(({ id }) => id))
      const plan = readEscalation(given, known)
      if (plan !== undefined && 'refusal' in plan) return plan
      return whole.write(async (trx) => {
        await saveEscalation(trx, ruleId, plan)
        const details = { escalation: plan === undefined ? 'none' : String(plan.channelIds.length) }
        await recordAudit(trx, {
          ...by,
          at: clock(),
          action: 'alert.rule.change',
          target: rule.name,
          details,
        })
        return { name: rule.name }
      })
    },
  }
}

function readEscalation(
  { afterMinutes, repeats, channels }: GivenEscalation,
  known: ReadonlySet<number>,
): Escalation | Refusal | undefined {
  const channelIds = channels.filter((id) => id.trim() !== '').map(Number)
  if (channelIds.length === 0) return undefined
  if (channelIds.length > MOST_STEPS || !channelIds.every((id) => known.has(id)))
    return refuse('choose up to 5 channels that are there', 'step1')
  const minutes = numberIn(afterMinutes, 1, MOST_MINUTES)
  if (minutes === undefined) return refuse('give 1 to 1,440 minutes, as a whole number', 'afterMinutes')
  const times = numberIn(repeats, 0, MOST_REPEATS)
  if (times === undefined) return refuse('it is repeated 0 to 5 times', 'repeats')
  return { afterMinutes: minutes, repeats: times, channelIds }
}

function numberIn(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

function refuse(reason: string, field?: string): Refusal {
  return { refusal: `Cannot save the escalation: ${reason}`, ...(field !== undefined && { field }) }
}
