import type { EventEmitter } from 'node:events'

/**
 * Lets the process go on when nobody reads what it prints any more: its terminal is gone, `| head` has ended, or the
 * disk of its log is full. Node passes such a failure on to the stream, and a stream's failure that nobody listens to
 * ends the process. `console` listens for its own writes only until another listener, such as the pipe from a worker
 * thread's output, emits the failure a second time. There is no place left to say it, so nothing is said.
 */
export function outliveBrokenOutput(
  streams: readonly EventEmitter[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams) stream.on('error', ignore)
}

function ignore(): void {}
