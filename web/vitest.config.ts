import { defineConfig, mergeConfig } from 'vitest/config'
import page from './vite.config.ts'

export default mergeConfig(
  page,
  defineConfig({
    test: {
      include: ['tests/**/*.test.ts'],
      setupFiles: ['tests/setup.ts'],
      pool: 'threads', // a process each costs more to begin; isolated they stay, since some files mock what others use
      testTimeout: 60_000, // milliseconds until something is given up that never comes: the machine may be busy
      coverage: {
        provider: 'v8',
        // Components are tested in a browser (tests/web); what is counted here is what has logic.
        include: ['src/**/*.ts'],
        exclude: ['src/**/generated.ts', 'src/protocol/http.ts'],
        reporter: ['text-summary'],
      },
    },
  }),
)
