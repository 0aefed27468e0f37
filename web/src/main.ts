import './styles/tokens.css'
import './styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { house } from './house'
import { settings } from './settings.svelte'
import { learn } from './words/page.svelte'

// Python takes longest, so it begins before the page is drawn. Alone.svelte asks again, and says what went wrong.
if (house.alone) void import('./local/python').then(({ python }) => python.start()).catch(() => undefined)

await learn(settings.language)
mount(App, { target: document.getElementById('page') ?? document.body })
