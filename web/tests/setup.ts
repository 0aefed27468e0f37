// What the page finds in every browser and Node has, or has not, by its version.
import { vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB', 'fr'] })
