import type { DumpSystem } from './system-info.ts'

/** https://learn.microsoft.com/en-us/windows/win32/debug/getexceptioncode, and what runtimes raise. */
const WINDOWS: ReadonlyMap<number, string> = new Map([
  [0x40010005, 'DBG_CONTROL_C'],
  [0x80000001, 'EXCEPTION_GUARD_PAGE'],
  [0x80000002, 'EXCEPTION_DATATYPE_MISALIGNMENT'],
  [0x80000003, 'EXCEPTION_BREAKPOINT'],
  [0x80000004, 'EXCEPTION_SINGLE_STEP'],
  [0xc0000005, 'EXCEPTION_ACCESS_VIOLATION'],
  [0xc0000006, 'EXCEPTION_IN_PAGE_ERROR'],
  [0xc0000008, 'EXCEPTION_INVALID_HANDLE'],
  [0xc0000017, 'STATUS_NO_MEMORY'],
  [0xc000001d, 'EXCEPTION_ILLEGAL_INSTRUCTION'],
  [0xc0000025, 'EXCEPTION_NONCONTINUABLE_EXCEPTION'],
  [0xc0000026, 'EXCEPTION_INVALID_DISPOSITION'],
  [0xc000008c, 'EXCEPTION_ARRAY_BOUNDS_EXCEEDED'],
  [0xc000008d, 'EXCEPTION_FLT_DENORMAL_OPERAND'],
  [0xc000008e, 'EXCEPTION_FLT_DIVIDE_BY_ZERO'],
  [0xc000008f, 'EXCEPTION_FLT_INEXACT_RESULT'],
  [0xc0000090, 'EXCEPTION_FLT_INVALID_OPERATION'],
  [0xc0000091, 'EXCEPTION_FLT_OVERFLOW'],
  [0xc0000092, 'EXCEPTION_FLT_STACK_CHECK'],
  [0xc0000093, 'EXCEPTION_FLT_UNDERFLOW'],
  [0xc0000094, 'EXCEPTION_INT_DIVIDE_BY_ZERO'],
  [0xc0000095, 'EXCEPTION_INT_OVERFLOW'],
  [0xc0000096, 'EXCEPTION_PRIV_INSTRUCTION'],
  [0xc00000fd, 'EXCEPTION_STACK_OVERFLOW'],
  [0xc0000194, 'EXCEPTION_POSSIBLE_DEADLOCK'],
  [0xc0000374, 'STATUS_HEAP_CORRUPTION'],
  [0xc0000409, 'STATUS_STACK_BUFFER_OVERRUN'],
  [0xc0000420, 'STATUS_ASSERTION_FAILURE'],
  [0xe0434352, 'CLR_EXCEPTION'],
  [0xe06d7363, 'CPP_EXCEPTION'],
  [0xe0000008, 'OUT_OF_MEMORY'],
])

const SIGNALS: ReadonlyMap<number, string> = new Map([
  [1, 'SIGHUP'],
  [2, 'SIGINT'],
  [3, 'SIGQUIT'],
  [4, 'SIGILL'],
  [5, 'SIGTRAP'],
  [6, 'SIGABRT'],
  [7, 'SIGBUS'],
  [8, 'SIGFPE'],
  [9, 'SIGKILL'],
  [10, 'SIGUSR1'],
  [11, 'SIGSEGV'],
  [12, 'SIGUSR2'],
  [13, 'SIGPIPE'],
  [14, 'SIGALRM'],
  [15, 'SIGTERM'],
  [16, 'SIGSTKFLT'],
  [24, 'SIGXCPU'],
  [25, 'SIGXFSZ'],
  [30, 'SIGPWR'],
  [31, 'SIGSYS'],
])

/** Mach's exceptions: https://github.com/apple-oss-distributions/xnu/blob/main/osfmk/mach/exception_types.h */
const MACH: ReadonlyMap<number, string> = new Map([
  [1, 'EXC_BAD_ACCESS'],
  [2, 'EXC_BAD_INSTRUCTION'],
  [3, 'EXC_ARITHMETIC'],
  [4, 'EXC_EMULATION'],
  [5, 'EXC_SOFTWARE'],
  [6, 'EXC_BREAKPOINT'],
  [7, 'EXC_SYSCALL'],
  [8, 'EXC_MACH_SYSCALL'],
  [9, 'EXC_RPC_ALERT'],
  [10, 'EXC_CRASH'],
  [11, 'EXC_RESOURCE'],
  [12, 'EXC_GUARD'],
  [13, 'EXC_CORPSE_NOTIFY'],
])

/** Codes that Breakpad and Crashpad write where a dump was asked for, and nothing had crashed. */
const REQUESTED: ReadonlySet<number> = new Set([0xffffffff, 0x0517a7ed, 0x43507378])

const NAMES_OF: Record<DumpSystem, ReadonlyMap<number, string>> = {
  windows: WINDOWS,
  apple: MACH,
  linux: SIGNALS,
  other: SIGNALS,
}

/** The name that programmers know a code by, or the code. */
export function nameOfCrash(system: DumpSystem, code: number): string {
  if (REQUESTED.has(code)) return 'DUMP_REQUESTED'
  return NAMES_OF[system].get(code) ?? `0x${code.toString(16).padStart(8, '0')}`
}
