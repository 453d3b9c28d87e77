export interface LogTables {
  log_hour: LogHourTable
}

/** A row counts the logs that name the hour; its environment is empty where they name none. */
interface LogHourTable {
  project_id: number
  hour: number
  environment: string
  level: string
  quantity: number
}
