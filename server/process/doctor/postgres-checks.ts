import { limits } from '#server/protocol/limits.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { inspectServer, type ServerFindings } from '#server/store/postgres/inspect-server.ts'
import { checkAlerts } from './check-alerts.ts'
import { type Check, check, type Finding, fail, messageOf, ok, warn } from './findings.ts'
import { checkSchema, checkTokens } from './schema-checks.ts'

const NO_TABLES = 'nothing is stored yet; the first start creates the tables'
const LONG_TRANSACTION_MS = 10 * MINUTE_MS
/** A desk has up to 24 connections, and PostgreSQL keeps some for its administrators. */
const FREE_CONNECTIONS = 27

/** Checks the server and the database that the address names. The address has a password, and is not shown. */
export async function checkPostgres(url: string, now: number): Promise<Check[]> {
  let found: ServerFindings
  try {
    found = await inspectServer(url)
  } catch (error) {
    return [{ name: 'database', ...fail(messageOf(error)) }]
  }
  const checks: [string, () => Finding | undefined][] = [
    ['database', () => ok(`PostgreSQL ${found.version} answers, and its database can be used`)],
    ['schema', () => checkSteps(found)],
    ['durability', () => checkDurability(found)],
    ['connections', () => checkConnections(found)],
    ['limits', () => checkLimits(found)],
    ['vacuum', () => checkTransactions(found)],
    ['counting', () => found.desk && checkFoldLag(found.desk.foldLagMs)],
    ['jobs', () => found.desk && checkJobs(found.desk.failedJobs)],
    ['tokens', () => found.desk && checkTokens(found.desk.tokens)],
    ['alerts', () => found.desk && checkAlerts(found.desk.alerts, now)],
  ]
  const findings = checks.map(([name, find]) => ({ name, finding: find() }))
  return Promise.all(
    findings.flatMap(({ name, finding }) => (finding === undefined ? [] : [check(name, () => finding)])),
  )
}

/** Returns how something that was acknowledged may be lost, if the server's settings allow that. */
export async function findDurabilityRisk(url: string): Promise<string | undefined> {
  const { state, message } = checkDurability(await inspectServer(url))
  return state === 'ok' ? undefined : message
}

/** What was acknowledged is only as safe as the server's disk and the replica that takes over. */
function checkDurability({ settings, replicas }: ServerFindings): Finding {
  const { fsync, synchronousCommit, synchronousStandbyNames } = settings
  if (fsync !== 'on') return fail('fsync is off: the database may be lost when the server crashes')
  if (synchronousCommit === 'off')
    return fail('synchronous_commit is off: events that were accepted may be lost when the server crashes')
  const isSynchronous = synchronousStandbyNames !== '' && synchronousCommit !== 'local'
  if (isSynchronous) return ok(`a commit waits for the disk and for ${synchronousStandbyNames}`)
  const [replica] = replicas
  if (replica === undefined) return ok('a commit waits for the disk; there is no replica')
  return warn(
    `the replica "${replica.name}" is asynchronous: the last accepted events are lost if it takes over. synchronous_standby_names makes commits wait for it`,
  )
}

function checkConnections({ connections: { used, most } }: ServerFindings): Finding {
  const message = `${used} of ${most} connections are used`
  return most - used < FREE_CONNECTIONS
    ? warn(`${message}: another desk may not find enough; raise max_connections or use a pooler`)
    : ok(message)
}

function checkSteps({ step, leastStep, knownStep }: ServerFindings): Finding {
  if (step === 0) return ok(NO_TABLES)
  if (step <= knownStep || leastStep > knownStep) return checkSchema(step, knownStep)
  return ok(`schema ${step} is of a newer Crumbtrail, beside which this one works`)
}

/** Nothing to say where there is no pooler. */
function checkLimits({ hasLimits }: ServerFindings): Finding | undefined {
  if (hasLimits) return undefined
  return warn(
    'a pooler drops the time limits that a desk asks for: set them for its role (docs/scaling.md, "Through PgBouncer")',
  )
}

function checkTransactions({ oldestTransactionMs }: ServerFindings): Finding {
  if (oldestTransactionMs < LONG_TRANSACTION_MS) return ok('no transaction keeps deleted rows from going')
  const minutes = Math.floor(oldestTransactionMs / MINUTE_MS)
  return warn(
    `a transaction is open for ${minutes} minutes: what was deleted since takes up space until it ends (pg_stat_activity shows it)`,
  )
}

function checkFoldLag(foldLagMs: number): Finding {
  const seconds = (foldLagMs / 1000).toFixed(1)
  if (foldLagMs <= limits.foldLagMs) return ok('events are counted as they come')
  return warn(
    `the oldest event that is not counted yet is ${seconds} s old: no desk runs, or counting is too slow`,
  )
}

function checkJobs(failedJobs: readonly { name: string; failure: string }[]): Finding {
  const [failed] = failedJobs
  if (failed === undefined) return ok('no background job has failed')
  return warn(`the job "${failed.name}" has failed and will be tried again: ${failed.failure}`)
}
