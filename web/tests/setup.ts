// Features of every browser that some versions of Node lack.
import { vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB', 'fr'] })
