import type { CSSProperties } from 'react'
import { useHydrated } from 'vike-react/useHydrated'
import * as say from '#renderer/texts/errors/failure.ts'
import { overlayId } from './error-overlay.ts'

interface ErrorScreenProps {
  /** Failures on the server have one. Without it the screen says that the failure happened in the browser. */
  digest?: string | undefined
  /** Lays the screen over what a broken stream has already shown. */
  isOverlay?: boolean
}

/**
 * The screen that visitors see after every failure. It has inline styles, so that it looks the same
 * without a style sheet, a script or a layout.
 */
export function ErrorScreen({ digest, isOverlay = false }: ErrorScreenProps) {
  const text = `${say.before}${digest === undefined ? say.inBrowser : say.onServer}${say.after}`
  const content = (
    <div style={column}>
      <Mark />
      <h1 style={heading}>{text}</h1>
      {digest !== undefined && <Digest digest={digest} />}
      <p style={actions}>
        {/* The browser itself loads this address and not the client router, so that everything starts again. */}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this page's own, query and all */}
        <a href="" rel="external" data-try-again style={{ ...button, ...mainButton }}>
          {say.tryAgain}
        </a>
        {digest !== undefined && <CopyButton digest={digest} />}
      </p>
    </div>
  )
  if (!isOverlay) return <main style={screen}>{content}</main>
  // The page below has its own <main>, which screen readers must skip now.
  return (
    <div
      id={overlayId}
      role="alertdialog"
      aria-modal="true"
      aria-label={text}
      style={{ ...screen, ...overlay }}
    >
      {content}
    </div>
  )
}

function Digest({ digest }: { digest: string }) {
  return (
    <dl style={{ margin: '0 0 24px' }}>
      <dt style={label}>{say.digest}</dt>
      <dd style={{ margin: 0 }}>
        {/* One click selects the whole digest, with or without a script. */}
        <code style={digestText}>{digest}</code>
      </dd>
    </dl>
  )
}

/** Hidden until a script runs. `error-overlay.ts` copies the digest, on the static screen too. */
function CopyButton({ digest }: { digest: string }) {
  const isHydrated = useHydrated()
  return (
    <button type="button" data-copy={digest} hidden={!isHydrated} style={button}>
      {say.copyDigest}
    </button>
  )
}

function Mark() {
  return (
    <svg
      width="44"
      height="24"
      viewBox="0 0 44 24"
      aria-hidden="true"
      style={{ display: 'block', marginBottom: 20 }}
    >
      <circle cx="4" cy="19" r="2.5" fill={ink3} />
      <circle cx="13.5" cy="11" r="3" fill={ink3} />
      <circle cx="23.5" cy="15" r="3.5" fill={ink2} />
      <circle cx="36" cy="8" r="6.5" fill={trail} />
    </svg>
  )
}

const paper = 'light-dark(oklch(0.985 0.003 85), oklch(0.175 0.006 70))'
const raised = 'light-dark(oklch(1 0 0), oklch(0.21 0.007 70))'
const line = 'light-dark(oklch(0.83 0.008 85), oklch(0.38 0.01 70))'
const ink = 'light-dark(oklch(0.24 0.012 60), oklch(0.94 0.01 80))'
const ink2 = 'light-dark(oklch(0.45 0.012 60), oklch(0.75 0.01 80))'
const ink3 = 'light-dark(oklch(0.56 0.012 60), oklch(0.64 0.01 80))'
const trail = 'light-dark(oklch(0.52 0.15 262), oklch(0.74 0.12 262))'
const sans = "'Geist Variable', ui-sans-serif, system-ui, sans-serif"
const mono = "'Geist Mono Variable', ui-monospace, 'Cascadia Mono', Menlo, monospace"

const screen: CSSProperties = {
  colorScheme: 'light dark',
  boxSizing: 'border-box',
  minHeight: '100dvh',
  margin: 0,
  padding: 24,
  display: 'grid',
  placeItems: 'center',
  background: paper,
  color: ink,
  font: `400 13.5px/1.5 ${sans}`,
}
const overlay: CSSProperties = { position: 'fixed', inset: 0, zIndex: 2147483647, overflow: 'auto' }
const column: CSSProperties = { width: '100%', maxWidth: 560 }
const heading: CSSProperties = {
  margin: '0 0 20px',
  fontSize: 22,
  lineHeight: 1.3,
  fontWeight: 520,
  letterSpacing: '-0.01em',
  textWrap: 'balance',
}
const label: CSSProperties = { color: ink2 }
const digestText: CSSProperties = {
  font: `600 26px/1.3 ${mono}`,
  letterSpacing: '0.03em',
  userSelect: 'all',
  WebkitUserSelect: 'all',
  overflowWrap: 'anywhere',
}
const actions: CSSProperties = { display: 'flex', flexWrap: 'wrap', gap: 8, margin: 0 }
const button: CSSProperties = {
  boxSizing: 'border-box',
  minHeight: 32,
  padding: '5px 11px',
  border: `1px solid ${line}`,
  borderRadius: 8,
  background: raised,
  color: ink,
  font: `400 13.5px/20px ${sans}`,
  textDecoration: 'none',
  cursor: 'pointer',
}
const mainButton: CSSProperties = { background: ink, borderColor: ink, color: paper, fontWeight: 520 }
