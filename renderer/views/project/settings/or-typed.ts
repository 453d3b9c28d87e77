import type { ActionResult } from '#renderer/page/action.ts'

/** What was typed stays in a field after a refusal. */
export function orTyped(name: string, saved: string, result: ActionResult | undefined): string {
  return (result?.kind === 'refused' ? result.values[name] : undefined) ?? saved
}
