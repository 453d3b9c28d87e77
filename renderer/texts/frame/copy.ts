export const copy = 'Copy'
export const copied = 'Copied'
export const notCopied = 'Not copied'
export const selectAndCopy = 'Select and copy'

/** Names what is copied. */
export const digest = 'digest'
