import './styles/tokens.css'
import './styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './settings.svelte'
import { learn } from './words/page.svelte'

await learn(settings.language)
mount(App, { target: document.getElementById('page') ?? document.body })
