import { clipText } from '#renderer/format/format.ts'
import { anonymous } from '#renderer/texts/issues/feedback.ts'

export function nameOf({ name, email }: { name: string | null; email: string | null }): string {
  return clipText(name ?? email ?? anonymous, 80)
}
