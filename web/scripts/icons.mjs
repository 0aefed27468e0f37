// Draws the signs that a game names in its art.json, out of the icon package, into one sheet (art.svg) beside it.
//
//   npm install --no-save @iconify-json/game-icons svgo && node scripts/icons.mjs
//
// Only what is used travels with the page, as a picture that comes after the board; whoever builds the page fetches
// none of the four thousand icons. Whole numbers are exact enough for signs of a few centimetres.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.argv[2] ?? process.cwd(), 'x'))
const all = require('@iconify-json/game-icons/icons.json').icons
const { optimize } = require('svgo')
const plugins = [{ name: 'convertPathData', params: { floatPrecision: 0 } }, 'mergePaths']

function path(name) {
  const { data } = optimize(`<svg viewBox="0 0 512 512">${all[name].body}</svg>`, { plugins })
  return [...data.matchAll(/ d="([^"]+)"/g)].map((found) => found[1]).join('')
}

for (const game of readdirSync('src/games')) {
  const art = `src/games/${game}/art.json`
  if (!existsSync(art)) continue
  const wanted = [...new Set(Object.values(JSON.parse(readFileSync(art, 'utf8'))))].sort()
  const missing = wanted.filter((name) => !all[name])
  if (missing.length) throw new Error(`no such icons: ${missing.join(', ')}`)
  const symbols = wanted.map((name) => `<symbol id="${name}" viewBox="0 0 512 512"><path d="${path(name)}"/></symbol>`)
  const credit = '<!-- game-icons.net: Lorc, Delapouite and others, CC BY 3.0 -->'
  writeFileSync(
    `src/games/${game}/art.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg">${credit}\n${symbols.join('\n')}\n</svg>\n`,
  )
  console.log(`${game}: ${wanted.length} icons`)
}
