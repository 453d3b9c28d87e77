// All that the components are styled with: loaded by the catalogue's document alone.
import '#renderer/styles/fonts.css'
import '#renderer/styles/tokens.css'
import '#renderer/styles/base.css'
import '#renderer/styles/menus.css'
import './Catalogue.tsx'
