import { sessionClient } from '@skill-state/agent/client'

const client = sessionClient({ url: '/customers/7', headers: () => ({ authorization: 'Bearer …' }) })
const element = (id) => document.getElementById(id)

function draw({ messages, writing, tool, approval, busy, problem }) {
  const lines = messages.map(({ by, text }) => `${by}: ${text}`)
  element('log').textContent = [...lines, writing, problem ?? ''].join('\n')
  element('tool').textContent = tool === undefined ? '' : `${tool} …`
  element('ask').textContent =
    approval === undefined ? '' : `${approval.tool} ${JSON.stringify(approval.input)}: ${approval.reason}`
  element('approve').hidden = approval === undefined
  element('stop').hidden = !busy
}

client.subscribe(() => draw(client.view()))
element('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  await client.send(element('text').value)
})
element('approve').addEventListener('click', () => client.decide())
element('stop').addEventListener('click', () => client.stop())
await client.load() // also continues what a reload cut off
