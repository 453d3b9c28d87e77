import { isIP } from 'node:net'
import type { Config } from '#server/config/config.ts'
import { requireFreePort } from '#server/config/free-port.ts'
import { checkSharedBlobs } from './check-attachments.ts'
import { type Check, check, checkIfAny, type Finding, fail, messageOf, ok, warn } from './findings.ts'
import { type Runtime, thisRuntime } from './runtime.ts'
import { checkDataDir, checkSqliteDesk } from './sqlite-checks.ts'

/** Checks everything that a desk needs to run; what it creates to check a place, it deletes. It never throws: a failure is a finding. */
export async function examine(config: Config, runtime: Runtime = thisRuntime): Promise<Check[]> {
  const { databaseUrl } = config
  return [
    await check('node', () => checkNode(runtime.node)),
    ...(databaseUrl === undefined
      ? await checkSqliteDesk(config, runtime)
      : await checkPostgresDesk(config, databaseUrl, runtime)),
    await check('port', () => checkPort(config)),
    await check('public-url', () => checkPublicUrl(config)),
  ]
}

async function checkPostgresDesk(config: Config, url: string, runtime: Runtime): Promise<Check[]> {
  const { checkPostgres } = await import('./postgres-checks.ts')
  return [
    await check('data-dir', () => checkDataDir(config.dataDir)),
    ...(await checkPostgres(url, runtime.now())),
    ...(await checkIfAny('attachments', () => checkSharedBlobs(config))),
  ]
}

const OLDEST_NODE = 24

function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return ok(`Node ${version}`)
  return fail(`Node ${version} is too old: start with npm, which uses the Node ${OLDEST_NODE} it installed`)
}

const HEALTH_TIMEOUT_MS = 2000

async function checkPort({ host, port }: Config): Promise<Finding> {
  try {
    await requireFreePort(host, port)
    return ok(port === 0 ? 'any free port will be used' : `port ${port} on ${host} is free`)
  } catch (error) {
    if (await answersHealthy(host, port)) return ok(`Crumbtrail answers on port ${port} of ${host}`)
    return fail(messageOf(error))
  }
}

async function answersHealthy(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  try {
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`
    const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    const body: unknown = await response.json()
    return (
      response.ok && typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
    )
  } catch {
    return false // Another program holds the port.
  }
}

function checkPublicUrl({ publicUrl, host, trustProxy }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  if (isLoopback(hostname)) {
    if (isLoopback(host)) return ok(`${publicUrl} can be reached from this machine only, like HOST`)
    return warn(
      `HOST ${host} is open to other machines, but PUBLIC_URL ${publicUrl} is not: SDKs need an address that they can reach`,
    )
  }
  if (protocol === 'http:')
    return warn(`${publicUrl} is not https: passwords and events are sent unencrypted`)
  if (trustProxy === false) {
    return warn(
      `${publicUrl} needs a proxy for https, but TRUST_PROXY is off: every client seems to have the proxy's address`,
    )
  }
  return ok(publicUrl)
}

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
