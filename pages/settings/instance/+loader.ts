import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk: { instance }, accounts }: LoaderContext) {
  if (instance === undefined) throw render(404)
  const [backups, factors] = await Promise.all([instance.listBackups(), accounts.openFactors().list()])
  const signIn = { hasPasskeys: factors.canHavePasskeys, needsFactor: factors.isRequired }
  return { facts: instance.facts, backups: backups ?? null, signIn }
}
