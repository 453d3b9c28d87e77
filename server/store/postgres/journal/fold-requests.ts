import { BroadcastChannel } from 'node:worker_threads'

/** The channel is between the threads of a process: a store waits for what the folder in the writer's thread counts. */
const NAME = 'crumbtrail.fold'

/** Asks the folders of this process to count now, if they rest. Those of other processes count when their rest is over. */
export function requestFold(): void {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(undefined)
  channel.close()
}

/** Calls `fold` at each request, until the returned function is called. */
export function onFoldRequest(fold: () => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = fold
  channel.unref()
  return () => channel.close()
}
