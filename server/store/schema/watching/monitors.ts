/** What channels were told of monitors, and when the desk looked. */
export interface ToldMonitorTables {
  monitor_told: MonitorToldTable
  monitor_look: MonitorLookTable
}

interface MonitorToldTable {
  project_id: number
  monitor_id: number
  environment: string
  /** `silent` fails too, but nobody was told of it: so nobody hears that it recovered. */
  state: 'ok' | 'failed' | 'silent'
  at: number
}

/** One row, which all processes share: whoever moves its time does the look. */
interface MonitorLookTable {
  id: number
  looked_at: number
  /** The last time in which no process was there to receive check-ins. */
  away_from: number
  away_until: number
}
