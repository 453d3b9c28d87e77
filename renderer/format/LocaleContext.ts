import { createContext } from 'react'
import { anyReader } from './reader-time.ts'

/** The language and time zone for times; the layout provides them. */
export const ReaderContext = createContext(anyReader)
