import type { NormalizedFrame } from '#server/processing/event.ts'
import {
  familyOf,
  isObjectiveC,
  nativeName,
  rubyName,
  withoutClassOfFile,
  withoutProxyNumber,
} from './class-name.ts'
import { stableFileName, stableModuleName } from './file-name.ts'
import { isMinified, stableFunctionName } from './function-name.ts'
import { rememberNames } from './remember-names.ts'

/** What a frame is called, of which either may be empty. */
export interface FrameNames {
  file: string
  name: string
}

const fileNameOf = rememberNames(stableFileName)
const moduleNameOf = rememberNames(stableModuleName)
const functionNameOf = rememberNames(stableFunctionName)
const nativeNameOf = rememberNames(nativeName)
const rubyNameOf = rememberNames(rubyName)

/** By version 1: the last part of a function's name. */
export function plainNamesOf(frame: NormalizedFrame, platform: string): FrameNames {
  const path = frame.filename ?? frame.abs_path ?? ''
  const isScript = platform === 'javascript' || platform === 'node'
  // JavaScript's modules are made of paths, below whatever directory the process was started in.
  const isByModule = frame.module !== undefined && !(isScript && path !== '')
  const file = isByModule ? moduleNameOf(frame.module ?? '') : fileNameOf(path)
  // of .NET's state machines the module has the name: `Cart+<ChargeAsync>d__1`
  const isStateMachine = frame.function === 'MoveNext' && frame.module !== undefined
  const name = functionNameOf(isStateMachine ? `${frame.module}.MoveNext` : (frame.function ?? ''))
  const isBuilt =
    isScript &&
    !isNamedBySource(frame) &&
    isMinified(name) &&
    (path !== frame.abs_path || /[-._][\da-z_-]{8}|\.min\.|chunk|bundle/i.test(path))
  return { file, name: isBuilt ? '' : name }
}

/** By version 2, with classes: what version 1 calls it, if that is the same. */
export function classedNamesOf(frame: NormalizedFrame, platform: string, plain: FrameNames): FrameNames {
  const file = withoutProxyNumber(plain.file)
  const name = classedName(frame.function ?? '', platform, { file, name: plain.name })
  return file === plain.file && name === plain.name ? plain : { file, name }
}

function classedName(given: string, platform: string, plain: FrameNames): string {
  const family = familyOf(platform)
  if (family === 'ruby') return withoutClassOfFile(rubyNameOf(given), plain.file)
  return family === 'native' || isObjectiveC(given) ? nativeNameOf(given) : plain.name
}

/** A short name may be the one that somebody wrote. */
function isNamedBySource({ function: name, mapping }: NormalizedFrame): boolean {
  return mapping?.isMapped === true && mapping.sent.function !== (name ?? null)
}
