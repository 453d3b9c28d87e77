export { iconSprite as default } from './ui/icon/sprite.ts'
