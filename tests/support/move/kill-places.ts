import { PART_LIMITS } from '#server/store/move/take-part.ts'
import { ALL_TABLES } from '#server/store/schema/tables.ts'

/** Where a run of `move` is killed: at the so manieth statement with this text after the command has said a line. */
export interface KillPlace {
  line: string
  text: string
  statements: number
}

/** What moves, and how often it is killed on the way. */
interface KilledDesk {
  events: number
  attachments: number
  kills: number
}

/** What each line of `finishDesk()` is followed by. */
const COMPARING = 'Comparing rows and copying what changed'
const READING = 'Reading everything back'
const COMPLETING = 'Completing the target'

/** Places in the first command, at equal distances: a run continues behind the last part, or attachment, of the one before. */
export function placesOfCopy(desk: KilledDesk): KillPlace[] {
  const { rows, attachments } = shareKills(desk)
  const part = {
    line: 'Copying rows',
    text: 'insert into move_part',
    statements: 1 + Math.floor(leastParts(desk) / (rows + 1)),
  }
  // An attachment takes two statements at least.
  const attachment = {
    line: 'Copying attachments',
    text: '',
    statements: Math.floor((desk.attachments * 2) / (attachments + 1)),
  }
  return [...Array(rows).fill(part), ...Array(attachments).fill(attachment)]
}

/** Places in the second command, which begins anew each time; the last is between the marks in the source and in the target. */
export function placesOfFinish(desk: KilledDesk): KillPlace[] {
  const { finish } = shareKills(desk)
  const parts = leastParts(desk)
  const anywhere = (line: string, statements: number) => ({
    line,
    text: '',
    statements: Math.ceil(statements),
  })
  const places = [
    { line: COMPLETING, text: 'insert into audit_entry', statements: 1 },
    anywhere(READING, parts / 2),
    anywhere(COMPARING, parts / 2),
    anywhere(COMPLETING, 20),
    anywhere('Copying attachments', 1),
    anywhere(READING, parts),
  ]
  const others = Array.from({ length: finish }, (_, index) =>
    anywhere(COMPARING, (parts * (index + 1)) / finish),
  )
  return [...places, ...others].slice(0, finish).reverse()
}

function shareKills({ kills }: KilledDesk) {
  const rows = Math.floor(kills * 0.56)
  const attachments = Math.ceil(kills * 0.16)
  return { rows, attachments, finish: kills - rows - attachments }
}

/** Each table has rows, and so a part. */
function leastParts({ events }: KilledDesk): number {
  return ALL_TABLES.length + Math.floor(events / PART_LIMITS.rows)
}
