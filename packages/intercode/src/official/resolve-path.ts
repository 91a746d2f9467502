/**
 * Where `cd <path>` leads by the text alone, without a look at links: `.`, `..` and empty segments are resolved,
 * anything else, also `~` or `&& ls`, is part of a name. An empty path stays.
 */
export function resolvePath(folder: string, path: string): string {
  if (path === '') return folder
  const segments: string[] = []
  for (const segment of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}
