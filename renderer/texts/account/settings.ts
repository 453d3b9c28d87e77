export const title = 'Settings'
export const intro = 'They are kept in this browser.'
export const saved = 'Saved.'
export const save = 'Save'
export const nothingNamed = 'Cannot save the settings: the form names none that there is'

export const theme = 'Theme'
export const themes = { system: 'As the system', light: 'Light', dark: 'Dark' } as const

export const dates = 'Dates and times'
export const zone = 'Time zone'
export const language = 'Language of dates'
export const asBrowser = 'As this browser'
export const nowIs = 'Now is'

export const keys = 'Keyboard'
export const keysOn = 'Single letters are shortcuts'
export const keysOff = 'Only Ctrl or Cmd K'
export const keysHint =
  'Letters do nothing while you type. Switch them off if you speak to your computer, or hit keys by accident.'

export const account = 'Account'
export const email = 'Email'
export const role = 'Role'
export const signOut = 'Sign out'
