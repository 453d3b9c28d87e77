export const title = 'Settings'
export const intro = 'Saved in this browser.'
export const saved = 'Saved.'
export const save = 'Save'
export const nothingNamed = 'Cannot save the settings: unknown setting'

export const theme = 'Theme'
export const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const

export const dates = 'Times'
export const zone = 'Time zone'
export const asBrowser = 'Same as browser'
export const nowIs = 'Now:'

export const keys = 'Keyboard'
export const keysOn = 'Single-key shortcuts'
export const keysOff = 'Only Ctrl or Cmd K'
export const keysHint =
  'Shortcuts are off while you type. Turn them off here if you use speech input, or hit keys by accident.'

export const account = 'Account'
export const email = 'Email'
export const role = 'Role'
export const manageAccount = 'Change name, address or password'
export const signOut = 'Sign out'
