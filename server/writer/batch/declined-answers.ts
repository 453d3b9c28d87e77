import type { Declined } from '#server/store/records/record-port.ts'
import type { SubmitResult } from './submission.ts'

/**
 * What the senders of declined records are told. Only the store knows of these, after a body was read and answered: who
 * sent nothing else that was taken must not hear that all is on the disk.
 */
export function createDeclinedAnswers() {
  /** The keys are the bodies' places in the batch. */
  const lost = new Map<number, { left: number; detail: string }>()
  return {
    note({ of: { alone }, detail }: Declined): void {
      if (!alone || detail === undefined) return
      const known = lost.get(alone.envelope) ?? { left: alone.records, detail }
      known.left--
      lost.set(alone.envelope, known)
    },
    /** The answers, but for bodies of which nothing was left. */
    answersFor(answers: readonly SubmitResult[]): SubmitResult[] {
      return answers.map((answer, index) => {
        const declined = lost.get(index)
        const isLost = answer.status === 200 && declined?.left === 0
        return isLost ? { status: 400, detail: declined.detail } : answer
      })
    },
  }
}
