import { redirect } from 'vike/abort'
import { issuesPath } from '#renderer/paths.ts'

export async function loader(): Promise<never> {
  throw redirect(issuesPath() as `/${string}`) // every path of ours begins with a slash
}
