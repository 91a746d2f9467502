import type { Release, SessionPlace } from '../stores.ts'

/** Holds the place of a session from its first command that is under way to the last. */
export class Holder {
  readonly #place: SessionPlace
  #commands = 0
  #held: Release | Promise<Release> | undefined

  constructor(place: SessionPlace) {
    this.#place = place
  }

  /** Begins a command. Throws at once what the place throws at once, so that nothing is recorded. */
  take(): Release | Promise<Release> | undefined {
    this.#commands += 1
    this.#held ??= this.#place.hold?.()
    return this.#held
  }

  /** Ends a command, whether or not the place was taken for it. */
  async leave(): Promise<void> {
    this.#commands -= 1
    if (this.#commands > 0) return
    const held = this.#held
    this.#held = undefined
    const release = await Promise.resolve(held).catch(() => undefined)
    await release?.()
  }
}
