import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk: { instance } }: LoaderContext) {
  if (instance === undefined) throw render(404)
  return { facts: instance.facts, backups: (await instance.listBackups()) ?? null }
}
