import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TelemetryEvent } from '#telemetry/errors/event.ts'
import { createSourceContext } from '#telemetry/errors/source-context.ts'
import type { StackFrame } from '#telemetry/errors/thrown/stacktrace.ts'
import { limits } from '#telemetry/limits.ts'

async function inDirectory() {
  const root = await mkdtemp(join(tmpdir(), 'source-context-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const addSourceContext = createSourceContext(root)
  const linesAt = async (abs_path: string, lineno: number): Promise<StackFrame | undefined> => {
    const frames = [{ abs_path, lineno, in_app: true }]
    const event = await addSourceContext(eventWith(frames))
    return event.exception?.values[0]?.stacktrace?.frames[0]
  }
  return { root, addSourceContext, linesAt }
}

const eventWith = (frames: StackFrame[]): TelemetryEvent => ({
  event_id: 'e'.repeat(32),
  timestamp: 1,
  platform: 'node',
  level: 'error',
  exception: {
    values: [{ type: 'Error', value: 'x', mechanism: { type: 'x', handled: true }, stacktrace: { frames } }],
  },
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')

describe('createSourceContext()', () => {
  it('adds five lines before and after, fewer at the ends of the file', async () => {
    const { root, linesAt } = await inDirectory()
    const file = join(root, 'cart.ts')
    await writeFile(file, numbered(20))
    expect(await linesAt(file, 10)).toMatchObject({
      pre_context: ['line 5', 'line 6', 'line 7', 'line 8', 'line 9'],
      context_line: 'line 10',
      post_context: ['line 11', 'line 12', 'line 13', 'line 14', 'line 15'],
    })
    expect(await linesAt(file, 1)).toMatchObject({ pre_context: [], context_line: 'line 1' })
    expect(await linesAt(file, 20)).toMatchObject({ context_line: 'line 20', post_context: [] })
  })

  it('reads a file anew when it has changed', async () => {
    const { root, linesAt } = await inDirectory()
    const file = join(root, 'cart.ts')
    await writeFile(file, 'before')
    expect(await linesAt(file, 1)).toMatchObject({ context_line: 'before' })
    await writeFile(file, 'after!')
    await utimes(file, 1, 1)
    expect(await linesAt(file, 1)).toMatchObject({ context_line: 'after!' })
  })

  it('cuts the lines of minified files', async () => {
    const { root, linesAt } = await inDirectory()
    await writeFile(join(root, 'min.js'), 'x'.repeat(100_000))
    expect((await linesAt(join(root, 'min.js'), 1))?.context_line).toHaveLength(limits.lineLength)
  })

  it('reads nothing that is no source below the root, whatever a stack says', async () => {
    const { root, linesAt } = await inDirectory()
    await writeFile(join(root, '.env'), 'SECRET=1')
    await writeFile(join(root, 'large.ts'), 'x\n'.repeat(limits.sourceFileBytes))
    await symlink(root, join(root, 'directory.ts'))
    const paths = [
      '/etc/passwd',
      join(root, '..', 'outside.ts'),
      `${root}-two/cart.ts`,
      join(root, '.env'),
      join(root, 'large.ts'),
      join(root, 'directory.ts'),
      join(root, 'absent.ts'),
      'relative.ts',
      'node:fs',
      'https://shop.example/a.js',
      '',
      'nul\0.ts',
    ]
    for (const path of paths)
      expect(await linesAt(path, 1)).toEqual({ abs_path: path, lineno: 1, in_app: true })
  })

  it('leaves frames without a line, and lines beyond the end, as they are', async () => {
    const { root, linesAt, addSourceContext } = await inDirectory()
    const file = join(root, 'cart.ts')
    await writeFile(file, 'one')
    expect(await linesAt(file, 99)).not.toHaveProperty('context_line')
    expect(await linesAt(file, 0)).not.toHaveProperty('context_line')
    const event = eventWith([{ abs_path: file, in_app: true }])
    expect(await addSourceContext(event)).toEqual(event)
  })

  it('leaves an event without exceptions as it is', async () => {
    const { addSourceContext } = await inDirectory()
    const { exception: _, ...message } = eventWith([])
    expect(await addSourceContext(message)).toBe(message)
  })

  it('finds its lines in more files than it keeps', async () => {
    const { root, addSourceContext } = await inDirectory()
    const files = Array.from({ length: limits.sourceCacheFiles + 20 }, (_, index) =>
      join(root, `f${index}.ts`),
    )
    await Promise.all(files.map((file) => writeFile(file, file)))
    const frames = files.map((abs_path) => ({ abs_path, lineno: 1, in_app: true }))
    for (let round = 0; round < 2; round++) {
      const event = await addSourceContext(eventWith(frames))
      const found = event.exception?.values[0]?.stacktrace?.frames.map((frame) => frame.context_line)
      expect(found).toEqual(files)
    }
  })
})
