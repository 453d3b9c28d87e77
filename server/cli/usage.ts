import { type Command, type CommandCall, type CommandResult, withDesk } from './command.ts'

export const usageCommand: Command = {
  words: ['usage'],
  flags: [],
  summary: 'show roughly how much disk space each project uses',
  run: showUsage,
}

function showUsage(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const usage = await desk.usage.listStorage()
    const rows = usage.map(({ projectSlug, category, quantity, bytes }) => {
      return [projectSlug, category, String(quantity), formatMegabytes(bytes)] as const // columns
    })
    const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
    const lines = rows.map(([project, category, ...numbers]) =>
      [
        project.padEnd(widths[0] ?? 0),
        category.padEnd(widths[1] ?? 0),
        ...numbers.map((number, index) => number.padStart(widths[index + 2] ?? 0)),
      ].join('  '),
    )
    const json = usage.map(({ projectSlug: project, category, quantity, bytes }) => {
      return { project, category, quantity, bytes }
    })
    return { json, text: lines.length === 0 ? 'Nothing is stored yet' : lines.join('\n') }
  })
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
