// The words of times. They are plain constants, so that the build inlines them.

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const justNow = 'just now'
export const unknown = 'unknown'
export const unknownTime = 'unknown time'
export const atUnknownTime = 'at an unknown time'
export const unknownDate = 'unknown date'
/** Follows an age. */
export const ago = ' ago'
/** Precedes how long it will be. */
export const inTime = 'in '
/** Precedes the time from which on something was counted. */
export const since = 'since '
/** Precedes the two ends of a period. */
export const from = 'from '
/** Joins the two ends of a period. */
export const to = ' to '
export const millisecond = 'ms'
export const second = 's'
export const minute = 'min'
export const hour = 'h'
export const day = 'd'
