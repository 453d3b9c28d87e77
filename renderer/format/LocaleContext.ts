import { createContext } from 'react'
import { anyReader } from './reader-time.ts'

/** For whom times are written; the layout provides it. */
export const ReaderContext = createContext(anyReader)
