import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ConfigError } from '#server/config/config.ts'
import { holdFreePort, requireFreePort } from '#server/config/free-port.ts'

it('holds a port until a server takes it over', async () => {
  const held = await holdFreePort()
  await expect(requireFreePort('127.0.0.1', held.port)).rejects.toThrow(
    new ConfigError(`PORT ${held.port} on 127.0.0.1 is in use by another process`),
  )
  await once(connect(held.port, '127.0.0.1'), 'close') // nobody is kept waiting before the server listens

  const server = createServer((_request, response) => response.end('ready'))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  await new Promise<void>((resolve) => server.listen(held.listener, resolve))
  expect((server.address() as AddressInfo).port).toBe(held.port) // it listens on a port
  const answer = await fetch(`http://127.0.0.1:${held.port}`, { headers: { connection: 'close' } })
  expect(await answer.text()).toBe('ready')
})

it('refuses a host that is not of this machine', async () => {
  await expect(holdFreePort('203.0.113.1')).rejects.toThrow(
    new ConfigError('HOST 203.0.113.1 cannot be used (EADDRNOTAVAIL)'),
  )
})
