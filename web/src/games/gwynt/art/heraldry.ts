/** The factions: colours of their cloth, and the charge that each bears. All drawings lie in a box of 100 × 100. */

import { spin } from './drawing'

export interface Cloth {
  from: string
  to: string
  cloth: string
  deep: string
  ink: string
  edge: string
}

const NEUTRAL: Cloth = {
  from: '#7a6548',
  to: '#35291b',
  cloth: '#5b4931',
  deep: '#33281a',
  ink: '#f5e8cc',
  edge: '#d0ab60',
}
export const FACTION: Record<string, Cloth> = {
  northern_realms: {
    from: '#3a628f',
    to: '#16294a',
    cloth: '#27497a',
    deep: '#172f54',
    ink: '#f3e7c9',
    edge: '#d5b25a',
  },
  nilfgaard: { from: '#45413b', to: '#12100d', cloth: '#26231f', deep: '#0f0d0b', ink: '#ecc35a', edge: '#c79a36' },
  monsters: { from: '#7d3140', to: '#2f0f1c', cloth: '#5f1f33', deep: '#390f20', ink: '#f0dcc0', edge: '#c98f5a' },
  scoiatael: { from: '#47713a', to: '#16301a', cloth: '#2f5a2f', deep: '#19381c', ink: '#f0e6bf', edge: '#cdb057' },
  skellige: { from: '#3b6a70', to: '#122c36', cloth: '#255058', deep: '#133139', ink: '#eee3cd', edge: '#b9a06a' },
  neutral: NEUTRAL,
  special: { from: '#5a7180', to: '#1f2d37', cloth: '#3d525f', deep: '#22313b', ink: '#f3ead6', edge: '#c3ced6' },
  weather: { from: '#5c7fa0', to: '#1d3148', cloth: '#36536f', deep: '#1d3148', ink: '#eef5fa', edge: '#c3d5e4' },
}

export const clothOf = (faction: string): Cloth => FACTION[faction] ?? NEUTRAL

/** Charges in one colour (currentColor), cut with var(--cut). */
const CHARGE: Record<string, string> = {
  // a lily standing on a wall: kingdoms behind their ramparts
  northern_realms: `<path d="M50 6C60 18 64 28 60 40C58 46 56 50 56 56H44C44 50 42 46 40 40C36 28 40 18 50 6Z"/><path d="M38 56C38 44 28 40 22 46C18 50 22 56 27 54C20 64 6 56 8 42C10 28 28 26 36 38C40 44 42 50 42 56Z"/><path d="M62 56C62 44 72 40 78 46C82 50 78 56 73 54C80 64 94 56 92 42C90 28 72 26 64 38C60 44 58 50 58 56Z"/><path d="M32 59H68V66H32Z"/><path d="M14 94V74H24V80H33V74H44V80H56V74H67V80H76V74H86V94Z"/><path d="M20 87H80" stroke="var(--cut)" stroke-width="2"/>`,
  // the sun in splendour: eight straight rays, eight waved
  nilfgaard: `${spin(8, () => '<path d="M50 1L56 24H44Z"/>')}${spin(8, () => '<path transform="rotate(22.5 50 50)" d="M50 5C55 11 46 16 51 25H47C43 17 53 12 50 5Z"/>')}<circle cx="50" cy="50" r="22"/><circle cx="50" cy="50" r="17.500" fill="none" stroke="var(--cut)" stroke-width="1.800"/><path d="M42 46q3-3 6 0M52 46q3-3 6 0M50 47v7M44 59q6 4 12 0" fill="none" stroke="var(--cut)" stroke-width="2.200" stroke-linecap="round"/>`,
  // a horned beast's skull
  monsters: `<path d="M30 34C18 32 8 22 8 6C14 18 24 22 36 22C40 18 45 16 50 16S60 18 64 22C76 22 86 18 92 6C92 22 82 32 70 34C76 44 74 54 66 60L63 76L58 70L56 92L50 80L44 92L42 70L37 76L34 60C26 54 24 44 30 34Z"/><path d="M33 42L47 48Q46 56 38 55Q33 52 33 42ZM67 42L53 48Q54 56 62 55Q67 52 67 42ZM50 58L54 66H46Z" fill="var(--cut)"/><path d="M40 26L46 36M60 26L54 36M50 22V34" stroke="var(--cut)" stroke-width="2" stroke-linecap="round"/>`,
  // an oak leaf between two arrows
  scoiatael: `<path d="M50 4C56 8 60 14 58 20C66 18 72 24 70 31C78 31 81 39 76 45C83 48 82 57 75 60C78 68 70 73 63 70C60 76 55 78 52 76V96H48V76C45 78 40 76 37 70C30 73 22 68 25 60C18 57 17 48 24 45C19 39 22 31 30 31C28 24 34 18 42 20C40 14 44 8 50 4Z"/><path d="M50 16V74M50 34L62 27M50 34L38 27M50 48L69 42M50 48L31 42M50 62L66 59M50 62L34 59" stroke="var(--cut)" stroke-width="2.400" fill="none" stroke-linecap="round"/><path d="M6 88L22 72M94 88L78 72" stroke="currentColor" stroke-width="4"/><path d="M4 78L16 90L2 94ZM96 78L84 90L98 94Z"/>`,
  // a longship under a striped sail
  skellige: `<path d="M48 6H52V72H48Z"/><path d="M22 14H78Q86 34 78 54H22Q30 34 22 14Z"/><path d="M36 15Q42 34 36 53M50 15V53M64 15Q70 34 64 53" stroke="var(--cut)" stroke-width="3.600" fill="none"/><path d="M4 58C2 46 10 42 14 46C10 48 11 54 16 62Q18 68 26 68H74Q82 68 84 62C89 54 90 48 86 46C90 42 98 46 96 58C94 80 84 88 72 88H28C16 88 6 80 4 58Z"/><path d="M18 76H82" stroke="var(--cut)" stroke-width="2"/><g fill="var(--cut)"><circle cx="30" cy="76" r="4.500"/><circle cx="43" cy="76" r="4.500"/><circle cx="57" cy="76" r="4.500"/><circle cx="70" cy="76" r="4.500"/></g><path d="M2 94q8-7 16 0t16 0t16 0t16 0t16 0t16 0" stroke="currentColor" stroke-width="3.400" fill="none"/>`,
  // a wanderer's lantern
  neutral: `<path d="M44 10a6 6 0 1 1 12 0V16H64L70 28H30L36 16H44Z"/><path fill-rule="evenodd" d="M32 31H68L72 78H28ZM38 37L35 72H65L62 37Z"/><path d="M50 42C58 50 60 58 56 65Q50 70 44 65C40 58 46 52 50 42Z"/><path d="M24 81H76V90H24Z"/>`,
}

export const chargeOf = (faction: string): string => CHARGE[faction] ?? CHARGE.neutral ?? ''
