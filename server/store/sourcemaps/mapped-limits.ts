/** How much of an event is mapped, when it is processed and when it is read: by both it must be grouped alike. */
export const mappedLimits = {
  /** A page shows no more frames at once. */
  frames: 200,
} as const
