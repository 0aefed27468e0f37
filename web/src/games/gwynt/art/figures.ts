/**
 * The people, beasts and machines on the cards, in a box of 100 × 100. Inks: a ivory, g gold, k cut (ink), s shade,
 * t and u steel, c cloth (--cl), h hair (--hr), r red; strokes: sa, sg, sk, st, ss. `palette.css` gives them their colours.
 */

import { flip, spin, times } from './drawing'

/** Somebody from the chest up: one of the heads, something in hand. */
interface Person {
  head?: string
  item?: string
  cl?: string
  hr?: string
  beard?: number
  woman?: number
  scar?: number
  fangs?: number
  patch?: number
  plate?: number
}
/** A person, something drawn singly, or one of these with something over it. */
type Figure = Person | string | { of: Person | string; over: string }

const sword =
  '<path class="t o" d="M-3.400 30L-3.400-48L0-58L3.400-48V30Z"/><path class="sk" stroke-width="1" d="M0-46V26"/><path class="g o" d="M-13 30H13L11 36H-11Z"/><path class="k" d="M-2.500 36H2.500V52H-2.500Z"/><circle class="g o" cy="54" r="4"/>'
const ITEM: Record<string, string> = {
  '': '',
  swords: `<g transform="translate(50 52) rotate(-38)">${sword}</g><g transform="translate(50 52) rotate(38)">${sword}</g>`,
  sword: `<g transform="translate(82 46) rotate(8)">${sword}</g>`,
  back: `<g transform="translate(26 30) rotate(-24) rotate(180)">${sword}</g><g transform="translate(14 38) rotate(-24) rotate(180)">${sword}</g>`,
  axe: '<path class="sg" stroke-width="5" d="M84 98L80 14"/><path class="t o" d="M80 12C94 8 100 22 97 40C92 32 88 30 82 32ZM80 14L69 16V28L81 28Z"/>',
  bow: '<path class="sg" stroke-width="4.600" d="M80 8Q104 50 82 96"/><path class="sa" stroke-width="1.400" d="M80 8L84 50L82 96"/><path class="sa" stroke-width="2.600" d="M62 52L98 48"/>',
  spear: '<path class="sg" stroke-width="4" d="M84 98L80 22"/><path class="t o" d="M79 2L87 14L81 28L73 15Z"/>',
  staff:
    '<path class="ss" stroke-width="5" d="M84 99L82 30"/><path class="sg" stroke-width="3.600" d="M82 30C70 28 70 10 82 8C94 10 94 26 85 27"/><circle class="r o" cx="82" cy="18" r="6"/>',
  star: `<g class="g">${spin(8, () => '<path d="M82 4L84.500 16H79.500Z"/>', 82, 22)}</g><circle class="a o" cx="82" cy="22" r="6"/>`,
  fire: '<path class="r" d="M82 4C92 16 98 26 94 38C92 46 74 46 71 38C68 30 74 26 76 18C80 22 80 12 82 4Z"/><path class="g" d="M82 20C88 28 89 32 87 37C85 41 78 41 77 37C76 32 80 28 82 20Z"/>',
  vial: '<path class="a o" d="M76 10H88V20L96 40Q97 48 88 48H76Q67 48 68 40L76 20Z"/><path class="r" d="M72 33H92L95 41Q95 45.500 88 45.500H76Q69 45.500 69.500 41Z"/><path class="g o" d="M74 6H90V11H74Z"/>',
  lute: '<path class="ss" stroke-width="5.500" d="M66 66L94 10"/><path class="g o" d="M44 96C40 82 54 66 66 68C78 72 78 92 66 100H48Z"/><circle class="k" cx="61" cy="84" r="6"/><path class="sk" stroke-width="1.200" d="M56 94L88 22M60 95L91 24"/><path class="k o" d="M89 4L101 10L96 18L86 13Z"/>',
  dagger: '<g transform="translate(84 62) rotate(24) scale(.72)">' + sword + '</g>',
  coins:
    '<g class="g o"><circle cx="83" cy="24" r="9"/><circle cx="91" cy="37" r="8"/><circle cx="77" cy="40" r="7"/></g><path class="sk" stroke-width="1.600" d="M83 19v10M91 33v8M77 37v6"/>',
  letter:
    '<path class="a o" d="M68 18L98 14L100 38L70 42Z"/><path class="sk" stroke-width="1.800" d="M69 19L85 29L98 15"/><circle class="r o" cx="86" cy="33" r="5"/>',
  hammer:
    '<path class="sg" stroke-width="5" d="M86 99L78 26"/><path class="t o" d="M62 12L92 8L94 26L64 30Z"/><path class="sk" stroke-width="1.600" d="M70 11L72 29M86 9L88 27"/>',
  banner:
    '<path class="sg" stroke-width="4" d="M86 99V4"/><path class="c o" d="M84 6H54V36L69 29L84 36Z"/><path class="sa" stroke-width="2.200" d="M60 12H78M60 19H78"/>',
  cross:
    '<path class="a o" d="M78 8H90V18H100V30H90V40H78V30H68V18H78Z"/><path class="r" d="M81 11H87V21H97V27H87V37H81V27H71V21H81Z"/>',
  owl: '<path class="a o" d="M70 14Q82 8 94 14L97 8Q98 30 94 40Q82 50 70 40Q66 30 67 8Z"/><circle class="k" cx="76.500" cy="23" r="4.600"/><circle class="k" cx="88" cy="23" r="4.600"/><circle class="g" cx="76.500" cy="23" r="2"/><circle class="g" cx="88" cy="23" r="2"/><path class="g" d="M82 25L85 31L82 35L79 31Z"/><path class="sk" stroke-width="1.300" d="M74 36q2 3 4 0M80 39q2 3 4 0M86 36q2 3 4 0"/>',
  pot: '<path class="k" d="M64 26Q60 52 82 52Q104 52 100 26Z"/><path class="sa" stroke-width="2" d="M66 32Q82 37 98 32"/><path class="g o" d="M61 21H103V28H61Z"/><path class="sa" stroke-width="2.600" d="M74 15q-3-5 0-9M84 15q-3-6 0-11M93 15q-3-5 0-9"/>',
  web: '<g class="sa" stroke-width="1.600"><path d="M100 2L60 10M100 2L64 34M100 2L78 48M100 2L96 52"/><path d="M84 5Q82 12 86 15Q90 20 91 23Q95 24 98 23M72 8Q71 20 78 23Q80 30 86 34Q92 37 97 36"/></g>',
  ear: '<g class="s o"><circle cx="76" cy="26" r="8"/><circle cx="88" cy="18" r="8"/><circle cx="92" cy="34" r="8"/></g><g class="sk" stroke-width="1.600"><path d="M73 26q3-4 5 0q-1 4-3 3M85 18q3-4 5 0q-1 4-3 3M89 34q3-4 5 0q-1 4-3 3"/></g>',
  wheel: `<circle class="sg" stroke-width="5" cx="82" cy="26" r="15"/>${spin(4, () => '<path class="sg" stroke-width="3" d="M82 12V40"/>', 82, 26)}<circle class="k" cx="82" cy="26" r="3.500"/>`,
  serpent:
    '<path class="sg" stroke-width="5.500" d="M96 92Q78 84 88 70Q100 56 86 46Q72 36 84 22"/><path class="g o" d="M78 24Q74 10 86 8Q96 12 90 26Z"/><circle class="k" cx="85" cy="16" r="1.800"/>',
}
const HEAD: Record<string, string> = {
  hood: '<path class="c o" d="M22 66Q14 14 50 6Q86 14 78 66Q82 78 88 84L68 82Q74 54 66 36Q58 26 50 26Q42 26 34 36Q26 54 32 82L12 84Q18 78 22 66Z"/><path class="sk" stroke-width="1.800" d="M50 8Q30 18 27 60M50 8Q70 18 73 60M50 8V25"/>',
  coif: '<path class="u o" d="M28 70Q24 16 50 14Q76 16 72 70L78 84H22ZM36 38Q36 28 50 28Q64 28 64 38V56Q60 68 50 69Q40 68 36 56Z" fill-rule="evenodd"/><path class="sk" stroke-width="1.500" stroke-dasharray="2 3" d="M30 30Q50 14 70 30M28 76H72M27 82H73M31 42v24M69 42v24"/>',
  kettle:
    '<path class="t o" d="M30 34Q30 10 50 8Q70 10 70 34Z"/><path class="u o" d="M16 38Q50 24 84 38L80 45Q50 33 20 45Z"/><path class="sk" stroke-width="1.800" d="M50 9V30M38 14Q35 22 35 31M62 14Q65 22 65 31"/>',
  great:
    '<path class="t o" d="M29 24Q50 12 71 24L70 66Q60 78 50 80Q40 78 30 66Z"/><path class="k" d="M33 38H47V43H33ZM53 38H67V43H53Z"/><path class="g o" d="M47.500 15H52.500V78L50 80L47.500 78ZM30 31H70V35H30Z"/><g class="k"><circle cx="38" cy="54" r="1.800"/><circle cx="38" cy="61" r="1.800"/><circle cx="43" cy="58" r="1.800"/><circle cx="62" cy="54" r="1.800"/><circle cx="62" cy="61" r="1.800"/><circle cx="57" cy="58" r="1.800"/></g>',
  wing: '<path class="k o" d="M28 50Q26 14 50 10Q74 14 72 50L66 42Q58 34 50 42Q42 34 34 42Z" style="fill:#2b2822;stroke:#e3b14b;stroke-width:1.600"/><path class="g o" d="M29 30Q10 26 6 4Q20 8 32 20ZM71 30Q90 26 94 4Q80 8 68 20Z"/><path class="sk" stroke-width="1.500" d="M12 10Q20 20 30 25M88 10Q80 20 70 25"/><circle class="g" cx="50" cy="24" r="6"/><path class="sg" stroke-width="2" d="M50 14v4M50 30v4M40 24h4M56 24h4"/>',
  crown:
    '<path class="h o" d="M26 66Q24 22 50 20Q76 22 74 66L66 60Q68 40 62 34Q50 30 38 34Q32 40 34 60Z"/><path class="g o" d="M28 30L26 6L38 17L50 2L62 17L74 6L72 30Q50 22 28 30Z"/><circle class="r" cx="50" cy="18" r="3.600"/><path class="sk" stroke-width="1.500" d="M30 25Q50 18 70 25"/>',
  mane: '<path class="h o" d="M50 10Q80 10 78 46Q80 70 90 86Q76 92 68 84Q70 50 62 36Q50 28 38 36Q30 50 32 84Q24 92 10 86Q20 70 22 46Q20 10 50 10Z"/><path class="ss" stroke-width="1.500" d="M50 12Q28 20 26 56M46 13Q34 22 30 40M54 13Q72 22 74 56M80 82Q72 66 73 48M20 82Q28 66 27 48"/>',
  bun: '<circle class="h o" cx="50" cy="9" r="10"/><path class="h o" d="M28 54Q24 14 50 13Q76 14 72 54Q70 38 62 32Q46 34 34 32Q30 40 28 54Z"/><path class="ss" stroke-width="1.500" d="M50 14Q34 20 31 38M50 14Q66 20 69 38"/>',
  cap: '<path class="c o" d="M20 34Q18 12 50 10Q86 8 84 28Q66 34 50 32Q32 32 20 34Z"/><path class="a o" d="M66 18Q84-6 98 6Q90 8 92 14Q82 24 66 24Z"/><path class="sk" stroke-width="1.500" d="M70 20Q82 8 94 6M24 30Q50 22 80 26"/><path class="h o" d="M29 34Q26 50 31 60L35 40ZM71 34Q74 50 69 60L65 40Z"/>',
  brim: '<path class="k o" d="M34 26Q34 4 50 4Q66 4 66 26Z" style="fill:#3b2f22"/><path class="c" d="M34 20H66V27H34Z"/><path class="k o" d="M10 32Q50 16 90 32Q50 42 10 32Z" style="fill:#3b2f22"/>',
  elf: '<path class="f o" d="M33 44L16 30Q22 50 34 56ZM67 44L84 30Q78 50 66 56Z"/><path class="h o" d="M28 60Q24 14 50 12Q76 14 72 60L78 80L66 78Q70 46 64 36Q50 28 36 36Q30 46 34 78L22 80Z"/><path class="c o" d="M29 32Q50 22 71 32L70 39Q50 29 30 39Z"/><path class="g o" d="M66 32L82 18L78 34L86 40L70 38Z"/>',
  dwarf:
    '<path class="t o" d="M26 38Q24 10 50 8Q76 10 74 38Z"/><path class="g o" d="M24 34H76V41H54V54H46V41H24Z"/><path class="sk" stroke-width="1.600" d="M50 9V33M36 14Q33 24 33 33M64 14Q67 24 67 33"/>',
  bald: '<path class="sk" stroke-width="1.800" d="M60 26L66 40M36 28Q44 22 54 24"/>',
  wolf: '<path class="a o" d="M27 64Q22 14 50 12Q78 14 73 64L80 80Q70 78 67 70Q69 44 62 34Q58 30 50 33Q40 29 37 36Q31 46 33 70Q28 78 20 80Z"/><path class="sk" stroke-width="1.400" d="M50 13Q34 20 30 46M50 13Q66 20 70 46M42 14Q30 24 28 40"/>',
  wimple:
    '<path class="a o" d="M24 84Q20 16 50 12Q80 16 76 84L64 80Q70 50 64 38Q58 28 50 28Q42 28 36 38Q30 50 36 80Z"/><path class="r" d="M46 14H54V19H59V24H54V28H46V24H41V19H46Z"/><path class="sk" stroke-width="1.400" d="M29 40Q28 62 31 80M71 40Q72 62 69 80"/>',
  hag: '<path class="h o" d="M18 84Q14 20 50 8Q86 20 82 84L70 70L68 84Q70 46 62 38Q50 30 38 38Q30 46 32 84L30 70Z"/><path class="sa" stroke-width="2.400" d="M22 20L42 32M78 14L58 30M34 6L46 28"/><circle class="a" cx="20" cy="19" r="3"/><circle class="a" cx="80" cy="13" r="3"/>',
}
function bust({
  head = 'coif',
  item = '',
  cl = '#7a2e2a',
  hr = '#3a2a1c',
  beard = 0,
  woman = 0,
  scar = 0,
  fangs = 0,
  patch = 0,
  plate = 0,
}: Person): string {
  const covered = head === 'great'
  return `<g style="--cl:${cl};--hr:${hr}">${ITEM[item]}
    <path class="${plate ? 't' : 'c'} o" d="M4 102Q6 80 32 73L50 82L68 73Q94 80 96 102Z"/>
    ${plate ? '<path class="sk" stroke-width="1.600" d="M50 82V102M14 92Q24 84 32 90M86 92Q76 84 68 90"/>' : '<path class="sk" stroke-width="1.600" d="M32 74L46 102M68 74L54 102M18 90L22 102M82 90L78 102"/>'}
    ${
      covered
        ? ''
        : `<path class="s" d="M40 60H60V76Q50 84 40 76Z"/><path class="f o" d="M32 36Q32 18 50 18Q68 18 68 36L67 52Q63 ${woman ? 66 : 68} 50 ${woman ? 73 : 74}Q37 ${woman ? 66 : 68} 33 52Z"/>
    <path fill="url(#gw-hx)" d="M52 20Q68 20 68 36L67 52Q63 68 51 74Q60 56 54 46Q52 32 52 20Z"/>
    <path class="sk" stroke-width="2.200" d="M37 41q5-4 9-.5M54 40.500q4-3.500 9 .5"/><path class="k" d="M38.500 45.500q3.500-3 7 0q-3.500 2.600-7 0zM54.500 45.500q3.500-3 7 0q-3.500 2.600-7 0z"/>
    <path class="sk" stroke-width="1.700" d="M50.500 44L48 55.500L52 56.500"/>${beard ? '' : `<path class="${woman ? 'r' : 'k'}" d="M44 62.5q6-3 12 0q-6 ${woman ? 4 : 2.5}-12 0z"/>`}
    ${fangs ? '<path class="a" d="M45.500 63l1.500 6 2-6zM52 63l1.500 6 2-6z"/>' : ''}
    ${scar ? '<path class="r" d="M56 34l3 0l3 22l-2.500 0z"/>' : ''}${patch ? '<path class="k" d="M53 40H65V50Q58 53 53 48Z"/><path class="sk" stroke-width="2.400" d="M32 34L66 44"/>' : ''}
    ${beard ? `<path class="h o" d="M33 50Q38 62 50 58Q62 62 67 50Q70 ${beard > 1 ? 86 : 74} 50 ${beard > 1 ? 100 : 84}Q30 ${beard > 1 ? 86 : 74} 33 50Z"/><path class="k" d="M44 64q6-3 12 0q-6 3-12 0z"/><path class="ss" stroke-width="1.500" d="M41 68Q44 80 48 ${beard > 1 ? 94 : 80}M59 68Q56 80 52 ${beard > 1 ? 94 : 80}"/>` : ''}`
    }
    ${HEAD[head]}</g>`
}

const wheel = (x: number, y: number, r: number): string =>
  `<circle class="g o" cx="${x}" cy="${y}" r="${r}"/><circle class="k" cx="${x}" cy="${y}" r="${r - 3.5}"/><g transform="translate(${x} ${y})">${times(4, (i) => `<path class="sg" stroke-width="2.200" transform="rotate(${i * 45})" d="M0 ${-r + 2}V${r - 2}"/>`)}</g><circle class="g" cx="${x}" cy="${y}" r="3"/>`
export const flame = (x: number, y: number, k = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${k})"><path class="r" d="M0-26C11-13 18-2 13 10C9 20-11 20-14 9C-17-1-9-5-7-14C-3-10-2-17 0-26Z"/><path class="g" d="M1-9C7-1 9 4 6 10C3 15-6 15-7 9C-8 3-2 0 1-9Z"/></g>`
const bat = (y = 0): string =>
  `<path class="k" style="fill:#2a1420" transform="translate(0 ${y})" d="M50 46C40 30 18 22 2 34C10 36 12 42 12 50C20 44 26 48 28 56C34 50 42 52 46 62L50 70L54 62C58 52 66 50 72 56C74 48 80 44 88 50C88 42 90 36 98 34C82 22 60 30 50 46Z"/><path class="sa" stroke-width="1.600" transform="translate(0 ${y})" d="M48 46C38 34 22 28 8 34M52 46C62 34 78 28 92 34M30 55Q34 42 30 32M70 55Q66 42 70 32"/>`
const BEASTS: Record<string, string> = {
  catapult: `<path class="ss" stroke-width="7" d="M20 70L78 22"/><path class="s o" d="M72 16Q84 6 94 14Q98 26 84 32Z"/><circle class="u o" cx="84" cy="15" r="10"/><path class="sk" stroke-width="1.500" d="M79 10q5-4 10 0"/><path class="a o" d="M6 70H94V80H6Z"/><path class="sa" stroke-width="7" d="M42 72L54 34L66 72"/><path class="sk" stroke-width="1.600" d="M12 75H88"/><path class="sg" stroke-width="3" d="M22 68Q34 74 46 62M26 62L40 70"/>${wheel(22, 84, 13)}${wheel(78, 84, 13)}`,
  trebuchet: `<path class="ss" stroke-width="6" d="M20 40L92 6"/><path class="sa" stroke-width="1.800" d="M92 6Q99 30 86 40"/><circle class="u o" cx="85" cy="44" r="8"/><path class="u o" d="M4 40H30L34 66H6Z"/><path class="sk" stroke-width="1.600" d="M8 50H31M7 58H33M17 41V65"/><path class="sa" stroke-width="6" d="M22 92L50 24L74 92M34 64H64"/><path class="a o" d="M6 88H94V96H6Z"/><circle class="g o" cx="49" cy="26" r="5"/>`,
  siege_tower: `<path class="a o" d="M26 88L32 16H70L76 88Z"/><path class="sk" stroke-width="1.800" d="M31 32H71M29.500 50H73M28 68H74.500M42 16L39 88M60 16L63 88"/><path class="g o" d="M28 18V6H36V11H43V6H59V11H66V6H74V18Z"/><path class="k" d="M44 36H58V50H44ZM43 56H52V64H43Z"/><path class="s o" d="M70 30L98 24V30L72 37Z"/><path class="sg" stroke-width="2" d="M70 16L97 25"/><path class="a o" d="M18 84H84V92H18Z"/>${wheel(32, 92, 8)}${wheel(70, 92, 8)}`,
  ballista: `<path class="sg" stroke-width="6" d="M16 18Q52 10 88 62"/><path class="sa" stroke-width="1.600" d="M16 18L32 66L88 62"/><path class="s o" d="M22 82L76 22L84 28L30 90Z"/><path class="sa" stroke-width="3" d="M30 78L92 10"/><path class="t o" d="M98 4L94 20L84 12Z"/><path class="a o" d="M10 84H74V92H10Z"/>${wheel(24, 90, 9)}${wheel(62, 90, 9)}`,
  fire_scorpion: `<path class="sg" stroke-width="6" d="M14 22Q50 12 84 66"/><path class="sa" stroke-width="1.600" d="M14 22L30 70L84 66"/><path class="s o" d="M20 86L72 28L80 34L28 94Z"/><path class="sa" stroke-width="3" d="M28 82L80 22"/>${flame(85, 20, 0.95)}<path class="a o" d="M8 86H72V94H8Z"/>${wheel(22, 91, 8)}${wheel(60, 91, 8)}`,
  mangonel: `<path class="ss" stroke-width="7" d="M14 52L74 30"/><path class="s o" d="M70 22Q86 18 90 32Q82 42 72 38Z"/><path class="a o" d="M8 66H92V76H8ZM48 28H56V68H48Z"/><path class="sk" stroke-width="1.600" d="M14 71H86M20 66l6 10M60 66l6 10"/>${wheel(24, 82, 12)}${wheel(76, 82, 12)}`,
  spider: `<g class="sa" stroke-width="4.600"><path d="M38 48Q18 30 8 50L4 66M36 56Q16 48 8 70L8 86M40 62Q24 66 22 84L18 96M42 42Q30 16 16 26L6 32"/></g>${flip('<g class="sa" stroke-width="4.600"><path d="M38 48Q18 30 8 50L4 66M36 56Q16 48 8 70L8 86M40 62Q24 66 22 84L18 96M42 42Q30 16 16 26L6 32"/></g>')}<path class="a o" d="M50 4Q72 8 70 30Q68 44 50 46Q32 44 30 30Q28 8 50 4Z"/><path class="r" d="M50 10L58 24L50 36L42 24Z"/><path class="s o" d="M50 42Q68 44 66 60Q62 76 50 76Q38 76 34 60Q32 44 50 42Z"/><g class="k"><circle cx="43" cy="58" r="3.400"/><circle cx="57" cy="58" r="3.400"/><circle cx="47" cy="66" r="2.200"/><circle cx="53" cy="66" r="2.200"/></g><path class="a o" d="M44 73Q38 84 44 92Q48 84 48 75ZM56 73Q62 84 56 92Q52 84 52 75Z"/>`,
  behemoth: `<g class="sa" stroke-width="6"><path d="M30 60Q10 46 4 70M32 68Q14 70 12 94"/></g>${flip('<g class="sa" stroke-width="6"><path d="M30 60Q10 46 4 70M32 68Q14 70 12 94"/></g>')}<path class="s o" d="M50 6Q92 10 88 48Q86 64 50 66Q14 64 12 48Q8 10 50 6Z"/><path class="sk" stroke-width="2" d="M50 7V62M30 14Q22 36 30 60M70 14Q78 36 70 60M14 40Q50 50 86 40M20 24Q50 32 80 24"/><path class="a o" d="M30 60Q50 50 70 60Q70 84 50 86Q30 84 30 60Z"/><g class="r"><circle cx="41" cy="66" r="3.600"/><circle cx="59" cy="66" r="3.600"/></g><path class="k" d="M40 76Q50 72 60 76L56 82L53 77L50 83L47 77L44 82Z"/><path class="a o" d="M38 82Q34 94 42 99L44 86ZM62 82Q66 94 58 99L56 86Z"/>`,
  ghoul: `<path class="s o" d="M10 100Q12 78 32 74L68 74Q88 78 90 100Z"/><path class="a o" d="M28 34Q26 8 50 8Q74 8 72 34Q76 52 66 60L64 78Q50 88 36 78L34 60Q24 52 28 34Z"/><path fill="url(#gw-hx)" d="M54 10Q74 10 72 34Q76 52 66 60L64 78Q58 83 52 84Q60 50 54 10Z"/><path class="k" d="M32 38Q40 30 47 42Q44 52 36 50Q31 46 32 38ZM68 38Q60 30 53 42Q56 52 64 50Q69 46 68 38Z"/><circle class="r" cx="40" cy="43" r="2.800"/><circle class="r" cx="60" cy="43" r="2.800"/><path class="k" d="M47 56L50 50L53 56Z"/><path class="k" d="M36 64H64L62 78Q50 85 38 78Z"/><path class="a" d="M37 64L40 72L43 64ZM44 64L47 73L50 64ZM51 64L54 73L57 64ZM58 64L61 72L63 64ZM40 79L43 72L46 80ZM48 81L51 74L54 81Z"/><path class="sk" stroke-width="1.800" d="M38 18Q44 14 50 15M34 26Q38 22 44 22"/>`,
  nekker: `<path class="s o" d="M34 40L4 16Q6 42 32 56ZM66 40L96 16Q94 42 68 56Z"/><path class="k" d="M12 25Q16 40 32 49L33 44ZM88 25Q84 40 68 49L67 44Z"/><path class="a o" d="M28 42Q28 14 50 14Q72 14 72 42Q74 70 50 90Q26 70 28 42Z"/><path fill="url(#gw-hx)" d="M54 15Q72 16 72 42Q74 70 52 88Q62 50 54 15Z"/><path class="k" d="M32 40L46 46Q44 54 37 53Q32 50 32 40ZM68 40L54 46Q56 54 63 53Q68 50 68 40Z"/><circle class="g" cx="39.500" cy="47.500" r="2.600"/><circle class="g" cx="60.500" cy="47.500" r="2.600"/><path class="k" d="M35 62Q50 70 65 62Q62 78 50 82Q38 78 35 62Z"/><path class="a" d="M38 64L41 71L44 66L47 73L50 67L53 73L56 66L59 71L62 64Q50 69 38 64Z"/><path class="sk" stroke-width="2" d="M44 20l3 8M56 20l-3 8M50 18v10"/>`,
  bat_wings: `<g transform="translate(-12 -12) scale(1.24)">${bat(6)}<path class="a o" d="M36 34L40 16L48 28H52L60 16L64 34Q66 54 50 66Q34 54 36 34Z"/><path class="k" d="M40 38q4-4 8 1q-4 4-8-1zM60 38q-4-4-8 1q4 4 8-1z"/><path class="k" d="M42 52H58Q56 60 50 61Q44 60 42 52Z"/><path class="a" d="M44 52l2 7 2-7zM52 52l2 7 2-7z"/></g>`,
  bat_face: `<path class="s o" d="M30 46L14 6Q40 14 44 30ZM70 46L86 6Q60 14 56 30Z"/><path class="k" d="M32 36L22 15Q36 20 40 30ZM68 36L78 15Q64 20 60 30Z"/><path class="a o" d="M26 48Q26 24 50 24Q74 24 74 48Q74 76 50 94Q26 76 26 48Z"/><path fill="url(#gw-hx)" d="M54 25Q74 26 74 48Q74 76 52 92Q64 54 54 25Z"/><path class="r" d="M32 48L46 52Q43 59 37 57ZM68 48L54 52Q57 59 63 57Z"/><path class="k" d="M44 62Q50 56 56 62L53 66H47Z"/><path class="k" d="M34 70Q50 64 66 70Q62 84 50 88Q38 84 34 70Z"/><path class="a" d="M38 69L42 82L46 68ZM54 68L58 82L62 69Z"/><path class="sk" stroke-width="2" d="M50 26V44M42 28l3 12M58 28l-3 12"/>`,
  bat_hang: `<path class="s o" d="M34 40L22 8Q38 16 44 28ZM66 40L78 8Q62 16 56 28Z"/><path class="a o" d="M30 42Q30 20 50 20Q70 20 70 42L66 60H34Z"/><path class="r" d="M36 40L47 44Q44 50 39 48ZM64 40L53 44Q56 50 61 48Z"/><path class="k" d="M38 54H62L58 62H42Z"/><path class="a" d="M41 54l2 8 2-8zM55 54l2 8 2-8z"/><path class="k o" style="fill:#2a1420;stroke:#f6e8c8;stroke-width:1.600" d="M50 64Q30 50 4 58Q14 66 12 82Q24 74 30 90Q40 80 50 100Q60 80 70 90Q76 74 88 82Q86 66 96 58Q70 50 50 64Z"/><path class="sa" stroke-width="1.600" d="M50 66V96M46 66Q30 62 14 66M54 66Q70 62 86 66M40 68Q34 76 31 86M60 68Q66 76 69 86"/>`,
  claw: `<path class="a o" d="M20 100Q18 60 30 52Q24 30 10 20Q34 22 40 46Q40 22 32 4Q52 18 52 46Q58 24 56 6Q72 22 64 50Q76 36 84 24Q86 48 72 64Q82 62 94 66Q82 74 76 84Q70 96 62 102Z"/><path fill="url(#gw-hx)" d="M60 52Q70 60 72 64Q82 62 94 66Q82 74 76 84Q70 96 62 102H48Q64 80 60 52Z"/><path class="sk" stroke-width="2" d="M34 54Q44 60 62 54M30 70Q44 80 66 74"/>`,
  rock: `<path class="s o" d="M18 60L8 88L24 100H78L94 84L82 58Z"/><path class="a o" d="M24 34L36 12L60 8L78 28L80 56L64 78H36L20 58Z"/><path fill="url(#gw-hx)" d="M60 8L78 28L80 56L64 78H50L66 44Z"/><path class="sk" stroke-width="2" d="M36 12L42 30L24 34M60 8L56 28L78 28M42 30L56 28M20 58L34 60M80 56L66 58M8 88L30 82M94 84L70 82"/><path class="k" d="M30 42L46 45L44 53L33 51ZM70 42L54 45L56 53L67 51Z"/><path class="g" d="M36 45.500h6v4h-6zM58 45.500h6v4h-6z"/><path class="k" d="M36 64H64L60 71H40Z"/>`,
  fire_spirit: `<path class="r" d="M50 2C62 18 58 28 66 32C70 26 69 18 67 14C86 28 94 52 86 72C78 92 64 100 50 100C34 100 20 92 13 72C8 56 14 42 26 30C26 38 28 42 32 44C32 26 46 20 50 2Z"/><path class="g" d="M50 26C58 40 58 44 64 48C68 46 68 42 68 38C80 52 80 68 74 78C68 90 60 94 50 94C38 94 30 88 26 78C22 66 26 58 32 52C34 58 36 60 40 60C40 46 48 42 50 26Z"/><path class="k" d="M34 66L46 70Q44 77 37 75ZM66 66L54 70Q56 77 63 75ZM40 82Q50 88 60 82L56 90H44Z"/>`,
  leshen: `<g class="ss" stroke-width="5"><path d="M40 40Q20 36 14 8M24 28L6 26M18 18L28 6M34 37L26 20"/></g>${flip('<g class="ss" stroke-width="5"><path d="M40 40Q20 36 14 8M24 28L6 26M18 18L28 6M34 37L26 20"/></g>')}<path class="a o" d="M36 36Q50 26 64 36L66 56L58 84Q50 96 42 84L34 56Z"/><path fill="url(#gw-hx)" d="M54 32L64 36L66 56L58 84Q54 90 51 91Q58 60 54 32Z"/><path class="k" d="M37 50Q44 46 47 54Q43 61 38 57ZM63 50Q56 46 53 54Q57 61 62 57Z"/><path class="r" d="M41 53h2.500v2.500h-2.500zM56.500 53h2.500v2.500h-2.500z"/><path class="k" d="M46 80Q50 74 54 80L50 86Z"/><path class="sk" stroke-width="1.600" d="M50 40V70M45 64L47 74M55 64L53 74"/>`,
  kraken: `<g class="sa" stroke-width="7"><path d="M38 60Q10 64 8 38Q8 28 16 30M42 66Q20 90 6 80M58 66Q80 90 94 80M62 60Q90 64 92 38Q92 28 84 30M46 70Q40 92 28 98M54 70Q60 92 72 98"/></g><path class="a o" d="M50 2Q78 16 70 52Q64 72 50 74Q36 72 30 52Q22 16 50 2Z"/><path fill="url(#gw-hx)" d="M52 4Q78 18 70 52Q64 72 52 74Q64 40 52 4Z"/><circle class="k" cx="41" cy="48" r="6"/><circle class="k" cx="59" cy="48" r="6"/><circle class="g" cx="41" cy="48" r="2.600"/><circle class="g" cx="59" cy="48" r="2.600"/><path class="k" d="M44 60L50 70L56 60Z"/>`,
  dragon: `<path class="s o" d="M30 102Q6 70 26 42Q36 28 52 26L40 4L64 20Q74 20 82 30L98 50Q99 58 92 60L76 58L90 66Q88 72 80 72L62 68Q50 72 54 84Q58 94 66 102Z"/><path class="a o" d="M30 102Q14 74 30 50Q40 38 52 38Q42 54 40 68Q40 86 50 102Z"/><path class="sk" stroke-width="2" d="M24 66L38 64M24 78L38 76M30 90L42 87M30 54L40 53"/><path class="g o" d="M28 40L8 22L34 28ZM22 56L2 46L26 44ZM20 72L2 70L20 60Z"/><path class="g o" d="M52 26L34 2L64 20Z"/><path class="r" d="M62 34Q72 32 76 41Q66 44 62 34Z"/><path class="k" d="M91 50q4 0 4 4q-4 0-4-4z"/><path class="a" d="M80 59l3 7 3-6zM70 58l2 6 3-5z"/><g transform="translate(84 86) rotate(-40)"><path class="r" d="M0-14C8-5 11 2 8 10C4 17-8 16-9 8C-10 1-3-3 0-14Z"/><path class="g" d="M0-4C4 2 5 6 3 10C1 13-4 12-4 8C-5 4-1 2 0-4Z"/></g>`,
  wolf_head: `<path class="a o" d="M20 8L38 26Q50 20 62 26L80 8Q84 34 76 50L86 66L70 70L60 92Q50 100 40 92L30 70L14 66L24 50Q16 34 20 8Z"/><path fill="url(#gw-hx)" d="M62 26L80 8Q84 34 76 50L86 66L70 70L60 92Q55 97 51 97Q62 60 52 24Z"/><path class="k" d="M30 46L46 54L34 56ZM70 46L54 54L66 56Z"/><path class="g" d="M37 51l5 2-4 1zM63 51l-5 2 4 1z"/><path class="k" d="M42 80Q50 74 58 80L54 90H46Z"/><path class="sk" stroke-width="2" d="M26 18L34 30M74 18L66 30M50 58V76"/>`,
  griffin: `<path class="s o" d="M26 40L14 8L40 24ZM62 22L74 2L74 26Z"/><path class="a o" d="M20 102Q14 60 30 40Q44 20 66 24Q84 28 86 44L98 58Q88 60 80 56Q72 66 60 66Q56 82 66 102Z"/><path class="g o" d="M78 36Q96 38 98 60Q86 56 78 58Q84 50 78 36Z"/><path class="k" d="M60 38q8-4 10 4q-8 3-10-4z"/><circle class="g" cx="66" cy="40" r="2"/><path class="sk" stroke-width="2.200" d="M28 60q6 2 8 8M24 74q7 2 10 8M40 52q6 2 8 8M36 84q7 1 10 7M46 70q5 1 8 6"/>`,
  bear: `<circle class="s o" cx="24" cy="24" r="15"/><circle class="s o" cx="76" cy="24" r="15"/><circle class="k" cx="24" cy="24" r="7"/><circle class="k" cx="76" cy="24" r="7"/><path class="a o" d="M16 48Q16 18 50 18Q84 18 84 48Q86 76 68 86Q50 100 32 86Q14 76 16 48Z"/><path fill="url(#gw-hx)" d="M56 18Q84 20 84 48Q86 76 68 86Q60 92 54 93Q68 56 56 18Z"/><path class="k" d="M30 44q7-5 12 2q-7 5-12-2zM70 44q-7-5-12 2q7 5 12-2z"/><path class="s o" d="M34 66Q50 52 66 66Q68 88 50 92Q32 88 34 66Z"/><path class="k" d="M42 62Q50 58 58 62L52 69H48Z"/><path class="k" d="M38 74Q50 70 62 74Q60 86 50 88Q40 86 38 74Z"/><path class="a" d="M41 74l3 8 3-8zM53 74l3 8 3-8z"/>`,
  cow: `<path class="g o" d="M26 26Q6 24 4 4Q16 14 34 16ZM74 26Q94 24 96 4Q84 14 66 16Z"/><path class="s o" d="M26 36Q8 34 6 48Q18 54 30 46ZM74 36Q92 34 94 48Q82 54 70 46Z"/><path class="a o" d="M28 30Q50 14 72 30L70 60Q74 84 50 94Q26 84 30 60Z"/><path class="k" d="M52 20Q72 22 72 30L70 52Q56 46 52 20Z"/><path class="s o" d="M30 70Q50 58 70 70Q72 90 50 94Q28 90 30 70Z"/><path class="k" d="M36 46q4-4 8 0q-4 5-8 0z"/><circle class="a" cx="62" cy="44" r="3.600"/><path class="k" d="M38 76q4-3 6 1q-3 4-6-1zM62 76q-4-3-6 1q3 4 6-1z"/><path class="sk" stroke-width="2" d="M42 86q8 4 16 0"/>`,
  toad: `<path class="s o" d="M4 96Q2 66 20 58L80 58Q98 66 96 96Z"/><circle class="a o" cx="30" cy="34" r="15"/><circle class="a o" cx="70" cy="34" r="15"/><circle class="k" cx="30" cy="33" r="7"/><circle class="k" cx="70" cy="33" r="7"/><path class="g" d="M25 31h10v4h-10zM65 31h10v4h-10z"/><path class="a o" d="M8 62Q14 38 50 40Q86 38 92 62Q90 84 50 86Q10 84 8 62Z"/><path class="sk" stroke-width="3" d="M12 64Q50 80 88 64"/><path class="k" d="M45 50q2-2 3 1zM55 50q-2-2-3 1z"/><g class="s"><circle cx="26" cy="56" r="3.500"/><circle cx="36" cy="52" r="2.600"/><circle cx="74" cy="56" r="3.500"/><circle cx="66" cy="50" r="2.400"/></g>`,
  longship: `<path class="ss" stroke-width="4" d="M50 70V6"/><path class="a o" d="M20 12H80Q88 32 80 52H20Q28 32 20 12Z"/><path class="r" d="M34 12Q40 32 34 52H46V12ZM58 12V52H68Q74 32 68 12Z"/><path class="g o" d="M4 62Q0 44 10 40Q18 38 16 46Q10 48 18 62Q20 68 28 68H72Q80 68 82 62Q90 48 84 46Q82 38 90 40Q100 44 96 62Q92 86 74 90H26Q8 86 4 62Z"/><g class="a o"><circle cx="28" cy="76" r="6"/><circle cx="43" cy="77" r="6"/><circle cx="58" cy="77" r="6"/><circle cx="73" cy="76" r="6"/></g><g class="sa" stroke-width="3"><path d="M-2 96q8-8 16 0t16 0t16 0t16 0t16 0t16 0t16 0"/></g>`,
  mushroom: `<path class="a o" d="M38 52Q42 76 34 96H66Q58 76 62 52Z"/><path class="r o" d="M4 54Q6 10 50 8Q94 10 96 54Q50 66 4 54Z"/><g class="a"><circle cx="30" cy="34" r="7"/><circle cx="56" cy="24" r="6"/><circle cx="74" cy="42" r="7"/><circle cx="48" cy="46" r="5"/></g><path class="sk" stroke-width="1.800" d="M20 57Q50 64 80 57M44 64v12M52 64v16"/>`,
  fiend: `<path class="g o" d="M34 40Q6 40 4 10L16 20L18 6L28 22Q32 28 38 30ZM66 40Q94 40 96 10L84 20L82 6L72 22Q68 28 62 30Z"/><path class="s o" d="M30 34Q50 20 70 34L76 60Q66 96 50 98Q34 96 24 60Z"/><path fill="url(#gw-hx)" d="M56 28L70 34L76 60Q66 96 52 98Q66 60 56 28Z"/><path class="k" d="M32 50L46 54L36 60ZM68 50L54 54L64 60Z"/><circle class="r" cx="50" cy="42" r="6"/><circle class="k" cx="50" cy="42" r="2.400"/><path class="k" d="M36 76H64L60 88Q50 93 40 88Z"/><path class="a" d="M38 76l3 8 3-8zM47 76l3 9 3-9zM56 76l3 8 3-8z"/>`,
  harpy: `<path class="s o" d="M36 66Q6 70 2 26Q14 36 20 34Q18 24 22 18Q30 40 44 48ZM64 66Q94 70 98 26Q86 36 80 34Q82 24 78 18Q70 40 56 48Z"/><path class="sk" stroke-width="1.800" d="M10 42Q20 54 36 58M90 42Q80 54 64 58M22 34Q28 48 40 52M78 34Q72 48 60 52"/><path class="s o" d="M36 60Q50 54 64 60L66 92L58 84L50 98L42 84L34 92Z"/><path class="a o" d="M34 36Q34 16 50 16Q66 16 66 36Q64 56 50 62Q36 56 34 36Z"/><path class="h o" d="M32 44Q28 10 50 8Q72 10 68 44Q62 26 50 26Q38 26 32 44Z"/><path class="k" d="M39 38q4-3 7 0q-3 3-7 0zM54 38q4-3 7 0q-4 3-7 0z"/><path class="g o" d="M46 46H54L50 56Z"/>`,
  gargoyle: `<path class="s o" d="M30 60Q4 56 2 22L20 34L24 18L42 44ZM70 60Q96 56 98 22L80 34L76 18L58 44Z"/><path class="g o" d="M36 28Q28 18 32 4Q40 12 46 22ZM64 28Q72 18 68 4Q60 12 54 22Z"/><path class="a o" d="M32 34Q50 18 68 34L70 56L58 72H42L30 56Z"/><path fill="url(#gw-hx)" d="M54 25L68 34L70 56L58 72H50Q60 50 54 25Z"/><path class="k" d="M36 42L47 46L38 51ZM64 42L53 46L62 51Z"/><path class="k" d="M40 58H60L57 66H43Z"/><path class="a" d="M42 58l2 6 2-6zM54 58l2 6 2-6z"/><path class="s o" d="M34 72H66L76 100H24Z"/><path class="sk" stroke-width="2" d="M40 74L34 98M60 74L66 98M50 73V98"/>`,
  cockatrice: `<path class="r o" d="M30 26Q26 8 38 4Q40 14 46 10Q52 0 58 10Q66 4 68 14Q76 14 70 28Z"/><path class="s o" d="M24 102Q20 60 32 42Q40 24 56 24Q74 26 76 42L96 52L76 56Q70 66 60 68Q58 84 64 102Z"/><path class="g o" d="M74 38L98 52L74 58Z"/><path class="r" d="M70 58Q76 70 68 76Q62 70 66 60Z"/><circle class="a o" cx="60" cy="40" r="6"/><circle class="k" cx="61" cy="40" r="2.600"/><path class="sk" stroke-width="2" d="M32 60q6 2 8 7M29 74q7 2 9 8M30 88q7 1 9 7M42 70q5 1 7 6M44 86q5 1 7 6"/><path class="g o" d="M28 56L8 52L26 66ZM26 76L6 76L25 86Z"/>`,
  wyvern: `<path class="s o" d="M40 60Q20 40 2 44Q8 20 30 16Q26 26 44 40ZM60 60Q80 40 98 44Q92 20 70 16Q74 26 56 40Z"/><path class="sk" stroke-width="1.800" d="M8 40Q22 30 28 20M22 44Q28 34 29 24M92 40Q78 30 72 20M78 44Q72 34 71 24"/><path class="a o" d="M36 26Q50 12 64 26L66 48Q62 70 50 78Q38 70 34 48Z"/><path class="g o" d="M36 28L28 8L44 20ZM64 28L72 8L56 20Z"/><path class="r" d="M38 42L47 45L40 49ZM62 42L53 45L60 49Z"/><path class="k" d="M46 64q2-2 3 1zM54 64q-2-2-3 1z"/><path class="sk" stroke-width="2" d="M40 68Q50 75 60 68M50 30V56"/><path class="s o" d="M42 76Q50 82 58 76Q60 92 74 100H40Q50 94 42 76Z"/>`,
  draugr: `<path class="u o" d="M10 102Q12 80 34 74H66Q88 80 90 102Z"/><path class="a o" d="M32 34Q50 24 68 34V56L60 64V78H40V64L32 56Z"/><path class="k" d="M36 44Q42 38 47 46Q44 54 38 52ZM64 44Q58 38 53 46Q56 54 62 52ZM48 60L50 54L52 60Z"/><path class="r" d="M40 46h3v3h-3zM57 46h3v3h-3z"/><path class="sk" stroke-width="2" d="M42 70V78M47 70V78M53 70V78M58 70V78M40 70H60"/><path class="u o" d="M26 38Q24 10 50 8Q76 10 74 38Q50 26 26 38Z"/><path class="g o" d="M46 9H54V32H46Z"/><path class="g o" d="M28 24Q10 20 6 2Q20 4 34 14ZM72 24Q90 20 94 2Q80 4 66 14Z"/>`,
  foglet: `<path class="a o" d="M30 44Q28 12 50 10Q72 12 70 44Q74 70 88 78Q70 84 62 78Q58 92 46 96Q48 84 40 78Q28 88 12 80Q28 68 30 44Z"/><path fill="url(#gw-hx)" d="M56 11Q72 14 70 44Q74 70 88 78Q70 84 62 78Q60 86 54 91Q64 54 56 11Z"/><path class="k" d="M36 36Q44 30 47 42Q42 50 37 46ZM64 36Q56 30 53 42Q58 50 63 46Z"/><path class="k" d="M42 56Q50 52 58 56Q56 72 50 74Q44 72 42 56Z"/><g class="sa" stroke-width="3.400"><path d="M0 92H26M70 94H100M-2 62H16M84 58H102"/></g>`,
  frightener: `<g class="sa" stroke-width="5.500"><path d="M34 56Q8 52 4 24L14 34M66 56Q92 52 96 24L86 34M36 66Q14 76 10 98M64 66Q86 76 90 98"/></g><path class="s o" d="M50 8Q70 14 70 40Q72 70 50 92Q28 70 30 40Q30 14 50 8Z"/><path class="sk" stroke-width="2" d="M34 58Q50 66 66 58M36 70Q50 78 64 70M50 10V30"/><path class="k" d="M34 34Q42 28 47 40Q42 50 36 46ZM66 34Q58 28 53 40Q58 50 64 46Z"/><circle class="g" cx="41" cy="40" r="3"/><circle class="g" cx="59" cy="40" r="3"/><path class="a o" d="M42 50Q36 62 46 66L48 54ZM58 50Q64 62 54 66L52 54Z"/>`,
  endrega: `<g class="sg" stroke-width="4.600"><path d="M36 54Q14 44 4 60M36 62Q18 66 10 86M64 54Q86 44 96 60M64 62Q82 66 90 86"/></g><path class="s o" d="M50 44Q86 40 80 14Q74 2 62 8Q72 18 60 24L50 30Z"/><path class="a o" d="M64 6L56 0L58 14Z"/><path class="a o" d="M50 26Q70 30 68 56Q64 82 50 86Q36 82 32 56Q30 30 50 26Z"/><path class="sk" stroke-width="2" d="M34 48Q50 54 66 48M35 60Q50 66 65 60"/><g class="k"><circle cx="43" cy="70" r="3.600"/><circle cx="57" cy="70" r="3.600"/></g><path class="a o" d="M42 82Q38 94 46 98L48 86ZM58 82Q62 94 54 98L52 86Z"/>`,
  mirror: `<path class="g o" d="M50 4Q86 10 86 46Q86 76 58 82V98H42V82Q14 76 14 46Q14 10 50 4Z"/><path class="u o" d="M50 12Q78 18 78 46Q78 72 50 76Q22 72 22 46Q22 18 50 12Z"/><path class="k" d="M38 72Q36 56 44 52Q40 34 50 32Q60 34 56 52Q64 56 62 72Q50 77 38 72Z"/><path class="sa" stroke-width="2.600" d="M28 40Q30 26 42 20M30 50v-4"/><circle class="r" cx="47" cy="42" r="1.800"/><circle class="r" cx="53" cy="42" r="1.800"/>`,
  horn: `<path class="g o" d="M4 74Q-2 60 8 56Q50 70 72 14L94 26Q76 92 22 88Q8 86 4 74Z"/><path class="a o" d="M70 10Q84 2 98 26Q90 32 84 26Q74 22 70 10Z"/><path class="k" d="M75 13Q84 10 92 25Q80 24 75 13Z"/><path class="sk" stroke-width="2.400" d="M24 67Q22 78 26 87M44 62Q48 74 54 80M58 46Q66 52 76 56"/><path class="sg" stroke-width="3.400" d="M14 86Q30 104 56 84"/><path class="sa" stroke-width="3" d="M80 44l10 6M86 34l12 2"/>`,
  decoy: `<path class="ss" stroke-width="6" d="M50 46V100"/><path class="ss" stroke-width="6" d="M10 50H90"/><path class="g o" d="M26 46Q50 40 74 46L70 84Q50 92 30 84Z"/><path class="sk" stroke-width="1.800" d="M36 46L34 86M50 44V88M64 46L66 86M28 64Q50 70 72 64"/><path class="s o" d="M34 30Q34 10 50 10Q66 10 66 30Q66 46 50 46Q34 46 34 30Z"/><path class="sk" stroke-width="2.600" d="M40 26l6 6M46 26l-6 6M54 26l6 6M60 26l-6 6M42 39q4-3 8 0t8 0"/><path class="a" d="M8 44L-1 38L4 50L-2 60L10 56ZM92 44L101 38L96 50L102 60L90 56Z"/><circle class="r" cx="50" cy="64" r="9"/><circle class="a" cx="50" cy="64" r="5.500"/><circle class="r" cx="50" cy="64" r="2.400"/>`,
  scorch: `<path class="r" d="M50 0C66 20 60 32 70 38C76 32 76 22 72 14C92 32 98 58 88 78C80 94 66 100 50 100C32 100 18 94 11 76C6 58 12 44 26 30C26 40 28 46 34 48C32 28 46 22 50 0Z"/><path class="g" d="M50 30C60 46 60 50 66 54C70 52 70 48 70 44C80 56 80 72 74 82C68 92 60 96 50 96C38 96 30 92 26 82C22 70 26 62 32 56C34 62 36 66 40 66C40 50 48 46 50 30Z"/><path class="k" d="M38 68Q38 56 50 56Q62 56 62 68L60 80H57V86H53V81H47V86H43V80H40Z"/><path class="g" d="M42 68h6v5h-6zM52 68h6v5h-6z"/>`,
  frost: `<g class="sa" stroke-width="5">${spin(6, () => '<path d="M50 50V6M50 20L40 11M50 20L60 11M50 33L41 25M50 33L59 25"/>')}</g><circle class="a" cx="50" cy="50" r="6"/>`,
  fog: `<g class="sa" stroke-width="6"><path d="M8 30H60Q74 30 74 20T64 11Q56 11 56 18M22 46H92M6 62H70M34 78H80Q90 78 90 86T80 94Q74 94 74 88"/></g>`,
  rain: `<path class="a o" d="M22 52Q4 50 6 34Q10 20 26 24Q32 4 54 8Q70 12 72 26Q94 24 94 40Q92 52 78 52Z"/><g class="sa" stroke-width="5"><path d="M26 62l-6 14M46 62l-10 26M66 62l-6 14M82 62l-9 24M56 78l-5 14"/></g>`,
  clear: `<circle class="g o" cx="50" cy="50" r="22"/><g class="g">${spin(12, (i) => (i % 2 ? '<path d="M50 10L53.500 22H46.500Z"/>' : '<path d="M50 1L54.500 23H45.500Z"/>'))}</g><path class="sk" stroke-width="2" d="M42 46q3-3 6 0M52 46q3-3 6 0M43 57q7 5 14 0"/>`,
  storm: `<path class="a o" d="M20 46Q4 44 6 30Q10 16 26 20Q32 2 54 6Q70 10 72 22Q94 20 94 35Q92 46 78 46Z"/><path class="g o" d="M52 50L36 74H48L40 98L68 66H54L62 50Z"/><g class="sa" stroke-width="4.500"><path d="M24 56l-8 20M80 56l-10 24"/></g>`,
}

const FIGURES: Record<string, Figure> = {
  catapult: 'catapult',
  trebuchet: 'trebuchet',
  siege_tower: 'siege_tower',
  ballista: 'ballista',
  rotten_mangonel: 'mangonel',
  heavy_zerrikanian_fire_scorpion: 'fire_scorpion',
  zerrikanian_fire_scorpion: 'fire_scorpion',
  commanders_horn: 'horn',
  decoy: 'decoy',
  scorch: 'scorch',
  biting_frost: 'frost',
  impenetrable_fog: 'fog',
  torrential_rain: 'rain',
  clear_weather: 'clear',
  skellige_storm: 'storm',
  villentretenmerth: 'dragon',
  geralt_of_rivia: { head: 'wolf', item: 'back', cl: '#3a3026', scar: 1 },
  vesemir: { head: 'wolf', item: 'sword', cl: '#5a3a20', beard: 1, hr: '#a99f8c' },
  yennefer_of_vengerberg: { head: 'mane', item: 'star', cl: '#2a2431', hr: '#17131b', woman: 1 },
  triss_merigold: { head: 'mane', item: 'fire', cl: '#2d5a3a', hr: '#a2482a', woman: 1 },
  dandelion: { head: 'cap', item: 'lute', cl: '#6a2f73', hr: '#6b4420' },
  cirilla: { head: 'bun', item: 'sword', cl: '#6d7d89', hr: '#cfc3ae', woman: 1, scar: 1 },
  vernon_roche: { head: 'hood', item: 'hammer', cl: '#2c4a78' },
  john_natalis: { head: 'great', item: 'banner', cl: '#2c4a78', plate: 1 },
  esterad_thyssen: { head: 'crown', item: 'sword', cl: '#8a2f2a', hr: '#8d8273', beard: 1 },
  philippa_eilhart: { head: 'bun', item: 'owl', cl: '#7a2333', hr: '#2b1a16', woman: 1 },
  thaler: { head: 'brim', item: 'coins', cl: '#54452f', hr: '#54452f', beard: 1 },
  prince_stennis: { head: 'crown', item: 'letter', cl: '#8a6a1f', hr: '#c79a4a' },
  sigismund_dijkstra: { head: 'bald', item: 'coins', cl: '#4d3b5c' },
  siegfried_of_denesle: { head: 'great', item: 'sword', cl: '#a32b24', plate: 1 },
  dethmold: { head: 'hood', item: 'staff', cl: '#3c3350', beard: 1, hr: '#2b2320' },
  blue_stripes_commando: { head: 'hood', item: 'swords', cl: '#2f5f92' },
  crinfrid_reavers_dragon_hunter: { head: 'kettle', item: 'bow', cl: '#5d4a2a', hr: '#6b4a2a', beard: 1 },
  dun_banner_medic: { head: 'wimple', item: 'vial', cl: '#6b5536', woman: 1 },
  ves: { head: 'bun', item: 'bow', cl: '#2f5f92', hr: '#c9a45a', woman: 1 },
  redanian_foot_soldier: { head: 'kettle', item: 'spear', cl: '#9a2b2b' },
  poor_infantry: { head: 'coif', item: 'spear', cl: '#6b5536' },
  keira_metz: { head: 'mane', item: 'staff', cl: '#6a8f5a', hr: '#d2ab5c', woman: 1 },
  letho_of_gulet: { head: 'bald', item: 'serpent', cl: '#33402c', scar: 1 },
  menno_coehoorn: { head: 'wing', item: 'banner', cl: '#26231f', beard: 1, hr: '#5a5148' },
  tibor_eggebracht: { head: 'great', item: 'axe', cl: '#26231f', plate: 1 },
  morvran_voorhis: { head: 'crown', item: 'sword', cl: '#26231f', hr: '#4a3018' },
  vattier_de_rideaux: { head: 'brim', item: 'dagger', cl: '#2b2822', hr: '#2b2822', beard: 1 },
  shilard_fitz_oesterlen: { head: 'cap', item: 'letter', cl: '#3b3630', hr: '#8d8273' },
  stefan_skellen: { head: 'hood', item: 'star', cl: '#3a3a44' },
  black_infantry_archer: { head: 'wing', item: 'bow', cl: '#26231f' },
  siege_engineer: { head: 'kettle', item: 'wheel', cl: '#4d3b26', hr: '#3a2a1c', beard: 1 },
  siege_technician: { head: 'cap', item: 'hammer', cl: '#5a4a34', hr: '#5a4a34' },
  assire_var_anahid: { head: 'mane', item: 'vial', cl: '#4a4440', hr: '#8a8074', woman: 1 },
  fringilla_vigo: { head: 'bun', item: 'fire', cl: '#1f3b3a', hr: '#1c1512', woman: 1 },
  cynthia: { head: 'mane', item: 'fire', cl: '#26231f', hr: '#caa257', woman: 1 },
  vanhemar: { head: 'hood', item: 'fire', cl: '#3b3630' },
  renuald_aep_matsen: { head: 'kettle', item: 'bow', cl: '#26231f' },
  cahir: { head: 'wing', item: 'sword', cl: '#26231f', plate: 1 },
  young_emissary: { head: 'cap', item: 'letter', cl: '#7a5a1c', hr: '#7a4e22' },
  rainfarn: { head: 'coif', item: 'dagger', cl: '#6a2b25', patch: 1 },
  morteisen: { head: 'coif', item: 'axe', cl: '#26231f' },
  impera_brigade_guard: { head: 'wing', item: 'spear', cl: '#26231f', plate: 1 },
  nausicaa_cavalry_rider: { head: 'wing', item: 'swords', cl: '#3a2f22' },
  etolian_auxiliary_archers: { head: 'coif', item: 'bow', cl: '#5a4a2a' },
  arachas: 'spider',
  arachas_behemoth: 'behemoth',
  ghoul: 'ghoul',
  nekker: 'nekker',
  vampire_ekimmara: 'bat_wings',
  vampire_fleder: 'bat_face',
  vampire_garkain: 'claw',
  vampire_katakan: 'bat_hang',
  vampire_bruxa: { head: 'mane', cl: '#4a1626', hr: '#14090d', woman: 1, fangs: 1 },
  crone_brewess: { head: 'hag', item: 'pot', cl: '#4d3b2e', hr: '#5a4a3a' },
  crone_weavess: { head: 'hag', item: 'web', cl: '#3c3340', hr: '#3b2f36' },
  crone_whispess: { head: 'hood', item: 'ear', cl: '#54362f', hr: '#54362f', fangs: 1 },
  earth_elemental: 'rock',
  fire_elemental: 'fire_spirit',
  leshen: 'leshen',
  kayran: 'kraken',
  havekar_smuggler: { head: 'elf', item: 'coins', cl: '#5a4a2a', hr: '#6b3f1c' },
  havekar_healer: { head: 'elf', item: 'vial', cl: '#4a6b4a', hr: '#d0ab68', woman: 1 },
  dwarven_skirmisher: { head: 'dwarf', item: 'axe', cl: '#5a3a20', hr: '#8a4a1e', beard: 2 },
  dennis_cranmer: { head: 'dwarf', item: 'hammer', cl: '#3a4a3a', hr: '#3a2a1c', beard: 2, plate: 1 },
  barclay_els: { head: 'dwarf', item: 'axe', cl: '#7a2e2a', hr: '#c9a45a', beard: 2 },
  zoltan_chivay: { head: 'dwarf', item: 'swords', cl: '#6a4a20', hr: '#4a2f16', beard: 2 },
  milva: { head: 'elf', item: 'bow', cl: '#4a5a2a', hr: '#caa257', woman: 1 },
  eithne: { head: 'mane', item: 'bow', cl: '#2f5a2f', hr: '#7a8f5a', woman: 1 },
  ida_emean_aep_sivney: { head: 'mane', item: 'star', cl: '#3f6b4a', hr: '#a2482a', woman: 1 },
  yaevinn: { head: 'elf', item: 'sword', cl: '#2f4a5a', hr: '#1c1512' },
  iorveth: { head: 'elf', item: 'bow', cl: '#8a2f2a', hr: '#2b1a12', patch: 1 },
  filavandrel_aen_fidhail: { head: 'elf', item: 'swords', cl: '#6b5a8a', hr: '#e0cfa4' },
  isengrim_faoiltiarna: { head: 'elf', item: 'axe', cl: '#2f4a2f', hr: '#3a2414', scar: 1 },
  vrihedd_brigade_veteran: { head: 'elf', item: 'spear', cl: '#26331f', hr: '#8d8273', scar: 1 },
  mysterious_elf: { head: 'elf', item: 'staff', cl: '#4a3a5a', hr: '#cfc3ae' },
  emiel_regis: { head: 'bald', item: 'vial', cl: '#2a2431', fangs: 1, hr: '#8d8273' },
  olgierd_von_everec: { head: 'bald', item: 'swords', cl: '#8a2f2a', beard: 1, hr: '#8a3a1a', scar: 1 },
  gaunter_odimm: 'mirror',
  gaunter_odimm_darkness: 'mirror',
  cow: 'cow',
  bovine_defense_force: {
    of: 'cow',
    over: `<path class="g o" d="M30 30L28 12L40 20L50 8L60 20L72 12L70 30Q50 22 30 30Z"/>`,
  },
  yarpen_zigrin: { head: 'dwarf', item: 'axe', cl: '#6b4a20', hr: '#6b3f1c', beard: 2 },
  sile_de_tansarville: { head: 'bun', item: 'star', cl: '#3a2a4a', hr: '#5a2a1c', woman: 1 },
  sabrina_glevissig: { head: 'mane', item: 'fire', cl: '#6a2333', hr: '#2b1a16', woman: 1 },
  sheldon_skaggs: { head: 'dwarf', item: 'hammer', cl: '#2c4a78', hr: '#c9a45a', beard: 2 },
  kaedweni_siege_expert: { head: 'kettle', item: 'wheel', cl: '#7a5a1c', hr: '#4a3018', beard: 1 },
  albrich: { head: 'hood', item: 'star', cl: '#4d3b26', beard: 1, hr: '#a99f8c' },
  sweers: { head: 'coif', item: 'spear', cl: '#3b3630', scar: 1 },
  vreemde: { head: 'wing', item: 'dagger', cl: '#3a2f22' },
  puttkammer: { head: 'kettle', item: 'spear', cl: '#26231f', beard: 1, hr: '#4a3018' },
  saesenthessis: 'dragon',
  toruviel: { head: 'elf', item: 'bow', cl: '#3f3a5a', hr: '#1c1512', woman: 1 },
  riordain: { head: 'elf', item: 'dagger', cl: '#5a3a20', hr: '#8a4a1e' },
  ciaran_aep_easnillien: { head: 'elf', item: 'spear', cl: '#3f6b4a', hr: '#caa257' },
  dol_blathanna_scout: { head: 'hood', item: 'bow', cl: '#2f5a2f' },
  mahakaman_defender: { head: 'dwarf', item: 'hammer', cl: '#6d7d89', hr: '#6b3f1c', beard: 2, plate: 1 },
  elven_skirmisher: { head: 'elf', item: 'dagger', cl: '#4a5a2a', hr: '#6b3f1c' },
  vrihedd_brigade_recruit: { head: 'elf', item: 'bow', cl: '#26331f', hr: '#caa257' },
  dol_blathanna_archer: { head: 'elf', item: 'bow', cl: '#3f6b35', hr: '#e0cfa4', woman: 1 },
  schirru: { head: 'elf', item: 'fire', cl: '#5a2a20', hr: '#1c1512', scar: 1 },
  draug: 'draugr',
  imlerith: {
    of: { head: 'great', item: 'hammer', cl: '#2c2530', plate: 1 },
    over: `<path class="u o" d="M30 26Q12 22 8 2Q24 6 36 18ZM70 26Q88 22 92 2Q76 6 64 18Z"/>`,
  },
  forktail: 'wyvern',
  wyvern: 'wyvern',
  fiend: 'fiend',
  plague_maiden: { head: 'hag', item: 'vial', cl: '#4a5a3a', hr: '#4a4a2a', woman: 1 },
  griffin: 'griffin',
  werewolf: 'wolf_head',
  botchling: 'nekker',
  frightener: 'frightener',
  ice_giant: { head: 'crown', item: 'axe', cl: '#5f8fb2', hr: '#cfe4f0', beard: 2 },
  endrega: 'endrega',
  harpy: 'harpy',
  celaeno_harpy: 'harpy',
  cockatrice: 'cockatrice',
  gargoyle: 'gargoyle',
  grave_hag: { head: 'hag', cl: '#54452f', hr: '#7a7460', fangs: 1 },
  foglet: 'foglet',
  toad: 'toad',
  mardroeme: 'mushroom',
  hjalmar: { head: 'bald', item: 'axe', cl: '#255058', hr: '#a2582a', beard: 1 },
  cerys: { head: 'mane', item: 'sword', cl: '#255058', hr: '#a2482a', woman: 1 },
  ermion: { head: 'hood', item: 'staff', cl: '#6a6a5a', hr: '#cfc3ae', beard: 2 },
  hemdall: { head: 'wing', item: 'axe', cl: '#5a4a20', hr: '#e0cfa4', beard: 2, plate: 1 },
  kambi: 'cockatrice',
  draig_bon_dhu: { head: 'hood', item: 'lute', cl: '#3a3a44', hr: '#6b4420', beard: 1 },
  holger_blackhand: { head: 'cap', item: 'dagger', cl: '#1f2d37', hr: '#17131b', beard: 1, patch: 1 },
  madman_lugos: { head: 'bald', item: 'swords', cl: '#6a2b25', hr: '#17131b', beard: 1, scar: 1 },
  donar_an_hindar: { head: 'dwarf', item: 'axe', cl: '#255058', hr: '#8d8273', beard: 1 },
  udalryk: { head: 'crown', item: 'dagger', cl: '#3b6a70', hr: '#6b4420', beard: 1, patch: 1 },
  birna_bran: { head: 'bun', item: 'vial', cl: '#3c3350', hr: '#2b1a16', woman: 1 },
  blueboy_lugos: { head: 'bald', item: 'axe', cl: '#2f5f92', scar: 1 },
  svanrige: { head: 'crown', item: 'sword', cl: '#4a5a6a', hr: '#caa257' },
  olaf: 'bear',
  berserker: { head: 'bald', item: 'axe', cl: '#5a3a20', hr: '#3a2414', beard: 2, scar: 1 },
  young_berserker: { head: 'bald', item: 'spear', cl: '#6b4a20', hr: '#8a4a1e', scar: 1 },
  transformed_vildkaarl: 'bear',
  transformed_young_vildkaarl: 'bear',
  clan_an_craite_warrior: { head: 'dwarf', item: 'swords', cl: '#8a2f2a', hr: '#8a4a1e', beard: 1 },
  clan_tordarroch_armorsmith: { head: 'coif', item: 'hammer', cl: '#54452f', beard: 1, hr: '#5a5148' },
  clan_heymaey_skald: { head: 'mane', item: 'lute', cl: '#3f6b4a', hr: '#d2ab5c' },
  light_longship: 'longship',
  war_longship: 'longship',
  clan_brokvar_archer: { head: 'hood', item: 'bow', cl: '#4a5a6a' },
  clan_drummond_shield_maiden: { head: 'dwarf', item: 'spear', cl: '#255058', hr: '#caa257', woman: 1 },
  clan_dimun_pirate: { head: 'cap', item: 'fire', cl: '#3a2f22', hr: '#17131b', patch: 1 },
}
const BY_ROW: Record<string, Figure> = {
  close: { head: 'coif', item: 'swords' },
  ranged: { head: 'hood', item: 'bow', cl: '#4d5a34' },
  siege: 'catapult',
  agile: { head: 'elf', item: 'spear' },
}

function drawn(figure: Figure): string {
  if (typeof figure === 'string') return BEASTS[figure] ?? ''
  return 'of' in figure ? drawn(figure.of) + figure.over : bust(figure)
}

/** The figure of a card; one that is not drawn wears that of its row. */
export const figureOf = (card: string, row: string): string => drawn(FIGURES[card] ?? BY_ROW[row] ?? 'wolf_head')

// Leaders are crowned.
const LEADERS: Record<string, Figure> = {
  northern_realms: { head: 'crown', item: 'sword', cl: '#27497a', hr: '#4a3018', beard: 1, plate: 1 },
  nilfgaard: { head: 'crown', cl: '#26231f', hr: '#17131b' },
  monsters: {
    of: { head: 'great', item: 'axe', cl: '#2c2530' },
    over: '<path class="a o" d="M30 22L22 2L36 14L42 0L50 13L58 0L64 14L78 2L70 22Q50 14 30 22Z"/>',
  },
  scoiatael: { head: 'elf', item: 'star', cl: '#2f5a2f', hr: '#e0cfa4', woman: 1 },
  skellige: { head: 'crown', item: 'axe', cl: '#255058', hr: '#8a4a1e', beard: 2 },
}

export const leaderOf = (faction: string): string => drawn(LEADERS[faction] ?? 'wolf_head')
