import { createAlertChannels } from './channels.ts'
import type { AlertsContext } from './context.ts'
import type { DeskAlerts } from './desk-alerts.ts'
import { createAlertMessages } from './messages.ts'
import { createAlertMutes } from './mutes.ts'
import { createAlertRules } from './rules.ts'

export function createDeskAlerts(context: AlertsContext): DeskAlerts {
  return {
    rules: createAlertRules(context),
    channels: createAlertChannels(context),
    messages: createAlertMessages(context),
    mutes: createAlertMutes(context),
  }
}
