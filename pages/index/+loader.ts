import { redirect } from 'vike/abort'
import { issuesPath } from '#renderer/paths.ts'

export async function loader(): Promise<never> {
  throw redirect(issuesPath())
}
