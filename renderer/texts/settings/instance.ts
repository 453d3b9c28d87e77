import { formatCount } from '#renderer/format/format.ts'

export const title = 'Instance'
export const intro = 'This desk: what runs, where its data is, and whether everything is in order.'

export const facts = {
  title: 'About',
  release: 'Release',
  node: 'Node',
  engine: 'Database',
  engines: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
  place: 'Data',
  bucket: 'Attachments',
  inBucket: (name: string) => `bucket ${name}`,
  publicUrl: 'Public address',
  retention: 'Retention',
  forever: 'forever',
  days: (days: number) => formatCount(days, 'day'),
  retentionNote:
    'Retention is for projects without their own. It is set by RETENTION_DAYS, like the other facts here by the environment; a restart applies it.',
  signIn: 'Sign-in',
  ways: ({ hasPasskeys, needsFactor }: { hasPasskeys: boolean; needsFactor: boolean }) =>
    `email and password${hasPasskeys ? ', or a passkey' : ''}; a second factor is ${needsFactor ? 'required' : 'optional'}`,
} as const

export const backups = {
  title: 'Backups',
  intro: (folder: string) =>
    `A backup is one file with everything, password hashes included. Backups are written to ${folder}.`,
  copy: 'They are not offered for download, for the same reason: copy them from there to another machine.',
  bucket: 'Attachments in the bucket are not included.',
  make: 'Back up now',
  made: (name: string) => `Backed up: ${name}`,
  running: 'A backup is being made. Reload this page to see it.',
  failed: (message: string) => `The last backup failed: ${message}`,
  none: 'No backup has been made here yet.',
  file: 'File',
  size: 'Size',
  time: 'Made',
  remove: 'Delete',
  removeNamed: (name: string) => `Delete ${name}`,
  removeWhat: 'Nothing can be restored from this file then. This cannot be undone.',
  removeConfirm: 'Delete backup',
  removed: (name: string) => `${name} is deleted.`,
  restore: 'To restore one, stop the desk and run:',
  restoreCommand: 'npm run crumbtrail -- restore FILE',
  postgres:
    'PostgreSQL has programs of its own for backups. On the database server, or from any machine that reaches it:',
  postgresCommand: 'pg_dump --format=custom --file=crumbtrail.dump DATABASE',
} as const

export const checks = {
  title: 'Check',
  intro:
    'Looks at the machine, the database, the disk, backups and the public address, as the command doctor does.',
  run: 'Check now',
  states: { ok: 'ok', warn: 'warning', fail: 'failed' },
  all: (ok: number, warn: number, fail: number) =>
    [ok > 0 && `${ok} ok`, warn > 0 && formatCount(warn, 'warning'), fail > 0 && `${fail} failed`]
      .filter(Boolean)
      .join(', '),
} as const

export const unknownChange = 'Cannot change this desk: unknown change'
