import type { VNode } from 'preact'
import type { StepParts } from '../../../manifest/session.ts'
import { count } from '../../text/numbers.ts'

export function PartTable({ parts }: { readonly parts: StepParts | undefined }): VNode | null {
  if (parts === undefined) return null
  const rows = Object.entries(parts).filter(([, { chars, tokens = 0 }]) => chars > 0 || tokens > 0)
  return (
    <table class="parts">
      <caption>What each part of the step takes</caption>
      <thead>
        <tr>
          {['part', 'characters', 'tokens', 'from the cache'].map((title, index) => (
            <th key={title} scope="col" class={index === 0 ? '' : 'right'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, { chars, tokens, cachedTokens }]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {[chars, tokens, name === 'reply' ? undefined : cachedTokens].map((value, index) => (
              <td key={index} class="right">
                {value === undefined ? '–' : count(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
