import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

const KEYS: readonly (readonly [string, string])[] = [
  ['j / k, ↓ / ↑', 'next and previous row or step'],
  ['→ / ←', 'next and previous step'],
  ['Enter', 'open the episode'],
  ['c', 'compare the episode with the next of the same task'],
  ['x', 'in a comparison, change sides'],
  ['n / N', 'next and previous step in which something went wrong'],
  ['/', 'filter; in an episode, search in its steps'],
  ['p', 'the exact prompt of the step'],
  ['s', 'the whole state after the step'],
  ['d', 'the whole state with what the step changed'],
  ['w', 'why a value is what it is'],
  ['m', 'which fact a wrong action lacked'],
  ['Esc', 'back'],
  ['?', 'this list'],
]

export function Help({ onClose }: { readonly onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <p>Every view has an address of its own: copy it from the browser to link to a step.</p>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}
