// Brings package-lock.json up to package.json: every version and hash, no address, neither of the registry it was made
// with nor of funds. Without more, versions that are locked stay; `--afresh` takes the newest that package.json allows.
//
//   node scripts/lock.mjs [--afresh]
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

if (process.argv.includes('--afresh')) rmSync('package-lock.json', { force: true })
rmSync('node_modules', { force: true, recursive: true }) // npm would lock what is installed here, for this platform alone
execFileSync('npm', ['install', '--no-audit', '--no-fund'], { stdio: 'inherit' })
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
for (const entry of Object.values(lock.packages)) {
  delete entry.resolved
  delete entry.funding
}
writeFileSync('package-lock.json', JSON.stringify(lock, null, 2) + '\n')
