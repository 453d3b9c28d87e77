export type CheckMethod = 'GET' | 'HEAD' | 'POST'

/** `waiting`: not checked yet, or not since it was changed, paused or resumed. */
export type CheckState = 'waiting' | 'up' | 'down'
