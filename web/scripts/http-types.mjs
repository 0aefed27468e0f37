// Makes src/protocol/http.ts, the types of everything that is asked over HTTP, from openapi.json, which
// `python -m ludotheque.server.typescript` writes.
//
//   node scripts/http-types.mjs           write it
//   node scripts/http-types.mjs --check   fail if it is not up to date
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const at = (path) => new URL(`../${path}`, import.meta.url)
const FILE = at('src/protocol/http.ts')
const NOTE = '// Written by `npm run types` from openapi.json: change the types of the server, not this file.'

/** What is plain JSON to the server, and has a closer type in the page: by schema and field. */
const CLOSER = {
  'Face/outcome/oneOf/0': 'Outcome', // or null
  'Face/view': 'View',
  'GameView/players': '[number, number]',
  'OpenEntry/steps': 'Step[]',
  'OpenFace/view': 'View',
  'Previewed/events': 'GameEvent[]',
  'Previewed/view/oneOf/0': 'ForeseenView',
  'TableView/outcome/oneOf/0': 'Outcome',
  'Told/steps': 'Step[]',
}

/** The text of the file. */
async function httpTypes() {
  const used = new Set()
  const found = await openapiTS(JSON.parse(readFileSync(at('openapi.json'), 'utf8')), {
    alphabetize: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false, // a field with a default may be left out of what is sent
    inject: "import type { ForeseenView, GameEvent, Outcome, Step, View } from './game'\n",
    transform(_, { path }) {
      const field = path?.replace('#/components/schemas/', '')
      if (!field || !(field in CLOSER)) return undefined
      used.add(field)
      return ts.factory.createTypeReferenceNode(CLOSER[field])
    },
  })
  const unused = Object.keys(CLOSER).filter((field) => !used.has(field))
  if (unused.length) throw new Error(`openapi.json has no ${unused.join(', ')}: mend CLOSER in scripts/http-types.mjs`)
  return `${NOTE}\n\n${astToString(found)}`
}

const text = await httpTypes()
if (!process.argv.includes('--check')) writeFileSync(FILE, text)
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('src/protocol/http.ts is not that of openapi.json: run npm run types')
  process.exit(1)
}
