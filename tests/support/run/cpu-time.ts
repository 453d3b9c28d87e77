/** Gives what this thread has computed so far, in milliseconds: what else a machine does takes time, but none of this. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
