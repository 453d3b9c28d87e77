import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Kills a process when this one ends, should no test have stopped it before: a hook that failed stops nothing. */
export function endWithTests(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', killAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killAll)
  })
}

function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}
