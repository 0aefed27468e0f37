import { defineConfig, mergeConfig } from 'vitest/config'
import page from './vite.config.ts'

export default mergeConfig(
  page,
  defineConfig({
    test: {
      include: ['tests/**/*.test.ts'],
      setupFiles: ['tests/setup.ts'],
      coverage: {
        provider: 'v8',
        // Components are tested in a browser (tests/web); what is counted here is what has logic.
        include: ['src/**/*.ts'],
        exclude: ['src/lib/protocol.ts'],
        reporter: ['text-summary'],
      },
    },
  }),
)
