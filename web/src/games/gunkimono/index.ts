import './palette.css'
import type { GamePage } from '..'

export const page: GamePage = { minutes: 45 }
