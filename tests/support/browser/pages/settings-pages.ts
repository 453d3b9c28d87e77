/** A pattern has at most 256 characters. */
const TOO_LONG = 'x'.repeat(257)

/** Longer than a name may be. */
const LONG_NAME = 'x'.repeat(257)

/** The pages of a project's settings. The project Doomed is deleted by its form. */
export const settingsPlaces = {
  '/projects/@slug/settings': { path: '/projects/shop/settings', heading: 'Settings of Shop' },
  '/projects/@slug/settings/keys': { path: '/projects/shop/settings/keys', heading: 'Settings of Shop' },
  '/projects/@slug/settings/filters': {
    path: '/projects/shop/settings/filters',
    heading: 'Settings of Shop',
  },
  '/projects/@slug/settings/scrubbing': {
    path: '/projects/shop/settings/scrubbing',
    heading: 'Settings of Shop',
  },
  '/projects/@slug/settings/limits': {
    path: '/projects/shop/settings/limits',
    heading: 'Settings of Shop',
  },
  '/projects/@slug/settings/grouping': {
    path: '/projects/shop/settings/grouping',
    heading: 'Settings of Shop',
  },
  '/projects/@slug/settings/ownership': {
    path: '/projects/shop/settings/ownership',
    heading: 'Settings of Shop',
  },
  '/projects/@slug/settings/trackers': {
    path: '/projects/shop/settings/trackers',
    heading: 'Settings of Shop',
  },
  '/projects/@slug/settings/delete': { path: '/projects/shop/settings/delete', heading: 'Delete Shop?' },
}

/** How their forms are used, and that of the desk's own page. */
export const settingsForms = {
  '/projects/@slug/settings': {
    path: '/projects/shop/settings',
    typed: { Name: 'Shop' },
    button: 'Save',
    heading: 'Settings of Shop',
    refused: { typed: { Name: '  ' }, says: 'Cannot save Name', kept: { Name: '  ' } },
  },
  '/projects/@slug/settings/keys': {
    path: '/projects/shop/settings/keys',
    button: 'Add key',
    heading: 'Settings of Shop',
    refused: {
      section: 'Add a key',
      typed: { 'Allowed origins': 'the shop' },
      says: '"the shop" is not an origin like https://shop.example',
      kept: { 'Allowed origins': 'the shop' },
    },
  },
  '/projects/@slug/settings/filters': {
    path: '/projects/shop/settings/filters',
    button: 'Save',
    heading: 'Settings of Shop',
    refused: {
      typed: { Messages: TOO_LONG },
      says: 'Cannot save Messages',
      kept: { Messages: TOO_LONG },
    },
  },
  '/projects/@slug/settings/scrubbing': {
    path: '/projects/shop/settings/scrubbing',
    typed: { 'Additional field names': 'vat*' },
    button: 'Preview',
    heading: 'Settings of Shop',
    refused: {
      typed: { 'Additional field names': LONG_NAME },
      says: 'Cannot preview the scrubbing',
      kept: { 'Additional field names': LONG_NAME },
    },
  },
  '/projects/@slug/settings/limits': {
    path: '/projects/shop/settings/limits',
    typed: { Items: '100000' },
    button: 'Add limit',
    heading: 'Settings of Shop',
    refused: { typed: { Items: 'many' }, says: 'Cannot add the limit', kept: { Items: 'many' } },
  },
  '/projects/@slug/settings/grouping': {
    path: '/projects/shop/settings/grouping',
    typed: { Match: 'type=TypeError', Title: 'A title' },
    button: 'Preview',
    heading: 'Settings of Shop',
    refused: { typed: { Match: 'type' }, says: 'Cannot preview the rule', kept: { Match: 'type' } },
  },
  '/projects/@slug/settings/ownership': {
    path: '/projects/shop/settings/ownership',
    typed: { Rules: '# none yet' },
    button: 'Save',
    heading: 'Settings of Shop',
    refused: { typed: { Rules: 'path:src/*' }, says: 'Cannot save Rules', kept: { Rules: 'path:src/*' } },
  },
  '/projects/@slug/settings/trackers': {
    path: '/projects/shop/settings/trackers',
    typed: { Address: 'https://github.com/acme/shop', Token: 'ghp_0123456789abcdefghij' },
    button: 'Add GitHub',
    heading: 'Settings of Shop',
    refused: {
      path: '/projects/crumbtrail/settings/trackers',
      typed: { Address: 'https://github.com/acme' },
      says: 'Cannot save the tracker',
      kept: { Address: 'https://github.com/acme' },
    },
  },
  '/projects/@slug/settings/delete': {
    path: '/projects/doomed/settings/delete',
    typed: { 'Type the project’s name to confirm: Doomed': 'Doomed' },
    button: 'Delete project',
    heading: 'Projects',
    refused: {
      path: '/projects/shop/settings/delete',
      typed: { 'Type the project’s name to confirm: Shop': 'shop' },
      says: 'Cannot delete the project',
      kept: { 'Type the project’s name to confirm: Shop': 'shop' },
    },
  },
  '/settings/instance': {
    path: '/settings/instance',
    button: 'Check now',
    heading: 'Instance',
  },
}
