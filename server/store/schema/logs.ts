export interface LogTables {
  log_hour: LogHourTable
}

/** By the hour that a log names; its environment is empty where it names none. */
interface LogHourTable {
  project_id: number
  hour: number
  environment: string
  level: string
  quantity: number
}
