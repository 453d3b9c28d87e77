/**
 * How many keys of an issue, and values of a key, are counted one by one; events beyond them are counted together.
 * The fields that searches ask for are few, and always have room.
 */
export const MOST_TAG_KEYS = 200
export const MOST_TAG_VALUES = 1_000

/** The key that stands for all that have no row of their own; no tag has an empty name. */
export const OTHER_KEYS = ''
