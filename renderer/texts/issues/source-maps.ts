import type { SentPlace } from '#server/processing/frame-mapping.ts'

export const maps = {
  forms: 'Stack trace as sent, or mapped by source maps',
  mapped: 'Mapped',
  sent: 'As sent',
  sentAs: 'As sent:',
  byFileName: 'Found by its file name alone: the release has no file at this address.',
  place: ({ function: name, file, line, column }: SentPlace) =>
    `${name === null ? '' : `${name} `}${file}:${line}${column === null ? '' : `:${column}`}`,
} as const
