/** What to do about a request that the provider refuses with the status: a clause for the end of a message. */
export function adviceFor(status: number | undefined, keyVariable: string | undefined): string {
  const key = keyVariable === undefined ? 'the key' : `the environment variable ${keyVariable}`
  if (status !== undefined && status >= 300 && status < 400) {
    return 'redirects are not followed: give the base URL that the provider has now'
  }
  if (status === 401) return `check ${key}`
  if (status === 402) return `check the account's credit`
  if (status === 403) return `check what ${key} is allowed to use`
  if (status === 404) return `check the model's name and the base URL`
  if (status === 413) return 'shorten the prompt'
  if (status === 429) return `check the account's quota`
  return 'change the request: asking again would not help'
}
