import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Kills a process when this one ends, should no test have stopped it before: a hook that failed stops nothing. */
export function endWithTests(child: ChildProcess): void {
  if (running.size === 0) {
    process.on('exit', killAll)
    process.on('SIGTERM', exit) // as vitest ends a process, which hears of no exit then
  }
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size > 0) return
    process.off('exit', killAll)
    process.off('SIGTERM', exit)
  })
}

function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

function exit(): void {
  process.exit()
}
