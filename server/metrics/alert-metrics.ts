import { countByState } from '#server/store/alerts/messages.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createCounter, gauge } from './counters.ts'
import type { MetricFamily } from './text-format.ts'

export interface AlertMetrics {
  noteTry(state: 'delivered' | 'later' | 'refused'): void
  families(store: Store): Promise<MetricFamily[]>
}

export function createAlertMetrics(): AlertMetrics {
  const tries = createCounter(
    'crumbtrail_alert_tries_total',
    'Tries to deliver a message of alerts, by what came of them.',
  )
  return {
    noteTry: (state) => tries.add({ state }),
    async families({ db }) {
      const { waiting, undelivered } = await countByState(db)
      return [
        tries.family(),
        gauge('crumbtrail_alerts_waiting', 'Messages of alerts that are to be sent.', waiting),
        gauge('crumbtrail_alerts_undelivered', 'Messages of alerts that were given up.', undelivered),
      ]
    },
  }
}
