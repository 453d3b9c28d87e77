import type { CommandResult } from '#server/cli/command.ts'
import type { MovedDesk } from '#server/store/move/move-desk.ts'
import type { MoveSide } from '#server/store/move/side.ts'
import type { Difference } from '#server/store/move/verify-tables.ts'

interface Sides {
  source: MoveSide
  target: MoveSide
}

/** The most lines that a report lists. */
const MOST_NAMED = 20

export function describeCopy(moved: MovedDesk, { source, target }: Sides): CommandResult {
  return {
    json: { from: source.name, to: target.name, isFinished: false, ...moved },
    text: [
      `Copied ${countsOf(moved)} from ${source.name} to ${target.name}`,
      ...notesOn(moved),
      'Stop the desk and run the same command with --finish: it brings over what came since, and switches',
    ].join('\n'),
  }
}

export function describeFinish(
  done: MovedDesk | { differences: Difference[] },
  { source, target }: Sides,
): CommandResult {
  if ('differences' in done) {
    const lines = done.differences.map(({ table, message }) => `${table}: ${message}`)
    return {
      refusal: [
        `Cannot finish the move to ${target.name}: it is not the same, so nothing was switched`,
        ...lines.slice(0, MOST_NAMED),
        'Run the command again: it copies again what differs',
      ].join('\n'),
    }
  }
  const start = target.name.includes('://')
    ? 'Set DATABASE_URL to it to start the desk'
    : `Start the desk with DATA_DIR=${target.name}, and without DATABASE_URL`
  return {
    json: { from: source.name, to: target.name, isFinished: true, ...done },
    text: [
      `The desk moved from ${source.name} to ${target.name}: ${countsOf(done)} in this run, and all was compared`,
      ...notesOn(done),
      start,
    ].join('\n'),
  }
}

function countsOf({ rows, attachments }: MovedDesk): string {
  return `${rows} rows and ${attachments} ${attachments === 1 ? 'attachment' : 'attachments'}`
}

function notesOn({ lost, replaced, dangling }: MovedDesk): string[] {
  const notes: string[] = []
  if (replaced > 0) {
    notes.push(`In ${replaced} texts, a NUL became "\uFFFD": PostgreSQL stores none`)
  }
  if (dangling.length > 0) {
    notes.push(`Rows refer to others that are missing, as they did before (${dangling.join(', ')})`)
  }
  if (lost.length > 0) {
    notes.push(
      `The bytes of ${lost.length} attachments are missing or damaged where they were, and were left out:`,
    )
    notes.push(...lost.slice(0, MOST_NAMED).map((sha256) => `  ${sha256}`))
  }
  return notes
}
