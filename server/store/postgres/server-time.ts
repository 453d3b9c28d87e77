import { type Expression, sql } from 'kysely'

/** Milliseconds since the epoch by the server's clock, which all processes share. */
export const serverTime = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

/** Gives the time as SQL. Processes that share something ask the server for it; tests say it. */
export type TimeInSql = () => Expression<number>

/** The same in all of a transaction: when it began. */
export const readServerTime: TimeInSql = () => sql<number>`cast(extract(epoch from now()) * 1000 as bigint)`
