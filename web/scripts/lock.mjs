// Makes package-lock.json afresh: every version and hash, no address: neither of the registry it was made with nor of funds.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

rmSync('package-lock.json', { force: true })
rmSync('node_modules', { force: true, recursive: true })
execFileSync('npm', ['install', '--no-audit', '--no-fund'], { stdio: 'inherit' })
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
for (const entry of Object.values(lock.packages)) {
  delete entry.resolved
  delete entry.funding
}
writeFileSync('package-lock.json', JSON.stringify(lock, null, 2) + '\n')
