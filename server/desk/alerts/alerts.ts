import { createAlertChannels } from './channels.ts'
import type { AlertsContext } from './context.ts'
import type { DeskAlerts } from './desk-alerts.ts'
import { createAlertEscalation } from './escalation.ts'
import { createAlertMessages } from './messages.ts'
import { createAlertMutes } from './mutes.ts'
import { createAlertRules } from './rules.ts'

export function createDeskAlerts(context: AlertsContext): DeskAlerts {
  const rules = createAlertRules(context)
  return {
    rules,
    escalation: createAlertEscalation(context, rules),
    channels: createAlertChannels(context),
    messages: createAlertMessages(context),
    mutes: createAlertMutes(context),
  }
}
