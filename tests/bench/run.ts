// `npm run bench -- [name] [arguments]`: one bench, or one after the other; each takes turns with what it is compared to.
const benches = [
  'ingest',
  'writer',
  'retention',
  'pages',
  'issues',
  'payload',
  'ssr',
  'html',
  'navigation',
  'telemetry',
  'waterfall',
  'source-maps',
  'sessions',
  'tokens',
  'alerts',
]
/** They take long and want the machine for themselves. */
const byNameOnly = [
  ...['soak', 'fuzz', 'kills', 'faults', 'size', 'scale', 'logs', 'vitals', 'rows', 'move', 'postgres'],
  ...['retention-postgres', 'changes', 'move-kills', 'pages-postgres', 'postgres-large', 'postgres-floor'],
]
const [name] = process.argv.slice(2)

if (name === undefined) {
  for (const bench of benches) await import(`./${bench}.ts`)
} else if (benches.includes(name) || byNameOnly.includes(name)) {
  process.argv.splice(2, 1) // what follows is the bench's own
  await import(`./${name}.ts`)
} else {
  console.error(`Cannot run bench: ${name} is none of ${[...benches, ...byNameOnly].join(', ')}`)
  process.exitCode = 1
}
