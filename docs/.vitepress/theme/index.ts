import { withBase } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { defineComponent, h, onMounted, ref } from 'vue'
import './costs.css'
import './playground.css'
import './style.css'

/** The playground, which is loaded with its page alone. */
const Playground = defineComponent(() => {
  const place = ref()
  onMounted(async () => {
    const { mount } = await import('../playground/page.ts')
    await mount(place.value)
    const { keepForOffline } = await import('../playground/offline.ts')
    await keepForOffline(withBase('/'))
  })
  return () => h('div', { ref: place, class: 'playground' }, 'Loading …')
})

/** What a session costs, by its sizes. */
const CostCalculator = defineComponent(() => {
  const place = ref()
  onMounted(async () => {
    const { mount } = await import('../costs/page.ts')
    mount(place.value)
  })
  return () => h('div', { ref: place, class: 'costs' }, 'Loading …')
})

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('Playground', Playground)
    app.component('CostCalculator', CostCalculator)
  },
}
