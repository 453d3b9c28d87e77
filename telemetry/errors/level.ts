export type Level = 'fatal' | 'error' | 'warning' | 'info' | 'debug'
